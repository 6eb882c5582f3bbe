package pagemark.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts Unix time that the table has as whole numbers, as texts of digits, or as both. The score
/// is the number itself. Times lie in the years 0 to 9999, so that each has a text in ISO 8601.
/// Milliseconds in a listing of seconds are therefore refused if they are later than May 1970 or
/// before 1968.
public enum EpochSort implements SortType.AsScore, SortType.AsTime {
  SECONDS(ChronoUnit.SECONDS, null, "a number (N)"),
  MILLIS(ChronoUnit.MILLIS, null, "a number (N)"),
  SECONDS_AS_TEXT(ChronoUnit.SECONDS, "string", "a string (S) of digits"),
  MILLIS_AS_TEXT(ChronoUnit.MILLIS, "string", "a string (S) of digits"),
  SECONDS_AS_ANY(ChronoUnit.SECONDS, "any", "a number (N) or a string (S) of digits"),
  MILLIS_AS_ANY(ChronoUnit.MILLIS, "any", "a number (N) or a string (S) of digits");

  private static final LocalDateTime FIRST = LocalDateTime.of(0, 1, 1, 0, 0);
  private static final LocalDateTime END = LocalDateTime.of(10_000, 1, 1, 0, 0);

  private final ChronoUnit unit;
  private final @Nullable String stored;
  private final String form;

  EpochSort(ChronoUnit unit, @Nullable String stored, String form) {
    this.unit = unit;
    this.stored = stored;
    this.form = form;
  }

  /// `string` if the table has texts of digits (S), `any` if it has numbers too. The order of texts
  /// in DynamoDB is not that of time, and `7` and `007` are the same time.
  @Override
  public @Nullable String stored() {
    return stored;
  }

  /// The type of the same unit whose values are stored so.
  public EpochSort as(@Nullable String other) {
    return Stream.of(values())
        .filter(type -> type.unit == unit && Objects.equals(type.stored, other))
        .findFirst()
        .orElseThrow();
  }

  /// A sort value that a number has in the table.
  public AttributeValue stored(String number) {
    return "string".equals(stored) ? AttributeValue.fromS(number) : AttributeValue.fromN(number);
  }

  private BigDecimal number(AttributeValue value) throws UnfitException {
    if (value.n() != null && !"string".equals(stored)) {
      return new BigDecimal(value.n());
    }
    if (value.s() == null || stored == null) {
      throw new UnfitException("must be " + form);
    }
    if (!value.s().matches("-?\\d{1,38}")) {
      throw new UnfitException("must be whole " + unitName() + " in digits");
    }
    return new BigDecimal(value.s());
  }

  @Override
  public double score(AttributeValue value) throws UnfitException {
    BigDecimal number = number(value);
    if (number.stripTrailingZeros().scale() > 0) {
      throw new UnfitException("must be whole " + unitName() + " (else use type number)");
    }
    if (!isTime(number)) {
      throw new UnfitException(
          "must be %s since 1970, in the years 0 to 9999 (else use type %s)"
              .formatted(unitName(), other(number)));
    }
    return number.doubleValue();
  }

  private boolean isTime(BigDecimal number) {
    return number.compareTo(BigDecimal.valueOf(count(FIRST))) >= 0
        && number.compareTo(BigDecimal.valueOf(count(END))) < 0;
  }

  /// The type that a refused number fits.
  private String other(BigDecimal number) {
    if (MILLIS.isTime(number)) {
      return MILLIS.definitionName();
    }
    return stored == null ? "integer" : "string";
  }

  private long count(LocalDateTime time) {
    Instant instant = time.toInstant(ZoneOffset.UTC);
    return unit == ChronoUnit.MILLIS ? instant.toEpochMilli() : instant.getEpochSecond();
  }

  /// The plural name of the unit: `seconds` or `milliseconds`.
  public String unitName() {
    return unit == ChronoUnit.MILLIS ? "milliseconds" : "seconds";
  }

  @Override
  public AttributeValue value(double score) {
    return stored(Long.toString((long) score));
  }

  @Override
  public LocalDateTime time(AttributeValue value) throws UnfitException {
    long count = (long) score(value);
    Instant instant =
        unit == ChronoUnit.MILLIS ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count);
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  @Override
  public AttributeValue value(LocalDateTime time) {
    return stored(Long.toString(count(time)));
  }

  @Override
  public ChronoUnit precision() {
    return unit;
  }
}
