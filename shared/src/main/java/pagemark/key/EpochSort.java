package pagemark.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts Unix time that the table has as whole numbers, or as texts of digits. The score is the
/// number itself. Times lie in the years 0 to 9999, so that each has a text in ISO 8601.
/// Milliseconds in a listing of seconds are therefore refused if they are later than May 1970 or
/// before 1968.
public enum EpochSort implements SortType.AsScore, SortType.AsTime {
  SECONDS(ChronoUnit.SECONDS, false),
  MILLIS(ChronoUnit.MILLIS, false),
  SECONDS_AS_TEXT(ChronoUnit.SECONDS, true),
  MILLIS_AS_TEXT(ChronoUnit.MILLIS, true);

  private static final LocalDateTime FIRST = LocalDateTime.of(0, 1, 1, 0, 0);
  private static final LocalDateTime END = LocalDateTime.of(10_000, 1, 1, 0, 0);

  private final ChronoUnit unit;
  private final boolean isText;

  EpochSort(ChronoUnit unit, boolean isText) {
    this.unit = unit;
    this.isText = isText;
  }

  /// Whether the table has texts of digits (S). Their order in DynamoDB is not that of time, and
  /// `7` and `007` are the same time.
  public boolean isText() {
    return isText;
  }

  /// The type of the same unit whose values are texts of digits.
  public EpochSort asText() {
    return unit == ChronoUnit.MILLIS ? MILLIS_AS_TEXT : SECONDS_AS_TEXT;
  }

  /// The sort value that a number has in the table.
  public AttributeValue stored(String number) {
    return isText ? AttributeValue.fromS(number) : AttributeValue.fromN(number);
  }

  private BigDecimal number(AttributeValue value) throws UnfitException {
    String digits = isText ? value.s() : value.n();
    if (digits == null) {
      throw new UnfitException(isText ? "must be a string (S) of digits" : "must be a number (N)");
    }
    if (isText && !digits.matches("-?\\d{1,38}")) {
      throw new UnfitException("must be whole " + unitName() + " in digits");
    }
    return new BigDecimal(digits);
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
    if (unit == ChronoUnit.SECONDS && MILLIS.isTime(number)) {
      return MILLIS.definitionName();
    }
    return isText ? "string" : "integer";
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

  @Override
  public boolean isStoredOrder() {
    return !isText;
  }

  @Override
  public String definitionName() {
    return unit == ChronoUnit.MILLIS ? "epochMillis" : "epochSeconds";
  }
}
