package pagemark.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts Unix time that the table has as whole numbers. The score is the number itself. Times lie
/// in the years 0 to 9999, so that each has a text in ISO 8601. Milliseconds in a listing of
/// seconds are therefore refused if they are later than May 1970 or before 1968.
public enum EpochSort implements SortType.AsTime {
  SECONDS(ChronoUnit.SECONDS),
  MILLIS(ChronoUnit.MILLIS);

  private static final LocalDateTime FIRST = LocalDateTime.of(0, 1, 1, 0, 0);
  private static final LocalDateTime END = LocalDateTime.of(10_000, 1, 1, 0, 0);

  private final ChronoUnit unit;

  EpochSort(ChronoUnit unit) {
    this.unit = unit;
  }

  @Override
  public double score(AttributeValue value) throws UnfitException {
    if (value.n() == null) {
      throw new UnfitException("must be a number (N)");
    }
    BigDecimal number = new BigDecimal(value.n());
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
    return this == SECONDS && MILLIS.isTime(number) ? MILLIS.definitionName() : "integer";
  }

  private long count(LocalDateTime time) {
    Instant instant = time.toInstant(ZoneOffset.UTC);
    return this == MILLIS ? instant.toEpochMilli() : instant.getEpochSecond();
  }

  /// The plural name of the unit: `seconds` or `milliseconds`.
  public String unitName() {
    return this == MILLIS ? "milliseconds" : "seconds";
  }

  @Override
  public AttributeValue value(double score) {
    return AttributeValue.fromN(Long.toString((long) score));
  }

  @Override
  public LocalDateTime time(AttributeValue value) throws UnfitException {
    long count = (long) score(value);
    Instant instant = this == MILLIS ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count);
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  @Override
  public AttributeValue value(LocalDateTime time) {
    return AttributeValue.fromN(Long.toString(count(time)));
  }

  @Override
  public ChronoUnit precision() {
    return unit;
  }

  @Override
  public String definitionName() {
    return this == MILLIS ? "epochMillis" : "epochSeconds";
  }
}
