package pagemark.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts times of ISO 8601 by their moment, whatever their precision and offset. The bytes are
/// those of a number ([NumberSort]): the seconds since 1970 with their fraction. Texts of one
/// moment have the same bytes. The one text that is read back from them is in UTC:
/// `2024-05-01T07:40:00Z`.
public record InstantSort() implements SortType.AsBytes, SortType.AsTime {
  private static final int NANOS_DIGITS = 9;
  private static final NumberSort NUMBERS = new NumberSort();

  @Override
  public LocalDateTime time(AttributeValue value) throws UnfitException {
    if (value.s() == null) {
      throw new UnfitException("must be a string (S), a time of ISO 8601");
    }
    LocalDateTime time =
        IsoTime.read(value.s())
            .orElseThrow(
                () ->
                    new UnfitException("must be a time of ISO 8601, such as 2024-05-01T07:40:00Z"));
    if (time.getYear() < 0 || time.getYear() > 9999) {
      throw new UnfitException("must be in the years 0 to 9999 in UTC");
    }
    return time;
  }

  @Override
  public AttributeValue value(LocalDateTime time) {
    return AttributeValue.fromS(time.toInstant(ZoneOffset.UTC).toString());
  }

  @Override
  public ChronoUnit precision() {
    return ChronoUnit.NANOS;
  }

  @Override
  public Bytes bytes(AttributeValue value) throws UnfitException {
    Instant instant = time(value).toInstant(ZoneOffset.UTC);
    BigDecimal seconds =
        BigDecimal.valueOf(instant.getEpochSecond())
            .add(BigDecimal.valueOf(instant.getNano(), NANOS_DIGITS));
    return NUMBERS.bytes(AttributeValue.fromN(seconds.toString()));
  }

  @Override
  public AttributeValue value(Bytes bytes) {
    BigDecimal nanos = new BigDecimal(NUMBERS.value(bytes).n()).movePointRight(NANOS_DIGITS);
    BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.ONE.movePointRight(NANOS_DIGITS));
    Instant instant = Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
    return AttributeValue.fromS(instant.toString());
  }

  @Override
  public boolean isStoredOrder() {
    return false;
  }

  @Override
  public String definitionName() {
    return "instant";
  }
}
