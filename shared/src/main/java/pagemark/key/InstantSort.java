package pagemark.key;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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
    LocalDateTime time =
        IsoTime.read(AttributeType.present(value.s(), "must be a string (S), a time of ISO 8601"))
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

  /// Reads times of ISO 8601 and RFC 3339: `2024-05-01`, `2024-05-01T07:40`, `2024-05-01
  /// 07:40:00Z`, with a fraction of up to nine digits, and with an offset from UTC such as
  /// `+02:00`, `+0200` or `+02`. Without an offset it is UTC.
  public static final class IsoTime {
    /// The groups are the date, the time, its fraction, and the offset.
    private static final Pattern ISO =
        Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)(?:[Tt"
                + " ](\\d\\d:\\d\\d(?::\\d\\d)?)(?:(?<=:\\d\\d:\\d\\d)[.,](\\d{1,9}))?"
                + "([Zz]|[+-]\\d\\d(?::?\\d\\d)?)?)?");

    private static final int NANOS_DIGITS = 9;

    private IsoTime() {}

    /// The time in UTC, which may lie a day outside of the years 0 to 9999; empty if the text has
    /// another form.
    ///
    /// @throws UnfitException if there is no such date or time
    public static Optional<LocalDateTime> read(String text) throws UnfitException {
      var iso = ISO.matcher(text);
      try {
        return iso.matches() ? Optional.of(time(iso)) : Optional.empty();
      } catch (DateTimeException e) {
        throw new UnfitException("must be a date and time that exist");
      }
    }

    private static LocalDateTime time(MatchResult iso) {
      LocalDate date = LocalDate.parse(iso.group(1));
      String time = iso.group(2);
      LocalDateTime written =
          date.atTime(time == null ? LocalTime.MIDNIGHT : LocalTime.parse(time));
      return written
          .plusNanos(nanos(iso.group(3)))
          .minusSeconds(offset(iso.group(4)).getTotalSeconds());
    }

    private static int nanos(@Nullable String fraction) {
      return fraction == null
          ? 0
          : Integer.parseInt(fraction + "0".repeat(NANOS_DIGITS - fraction.length()));
    }

    private static ZoneOffset offset(@Nullable String text) {
      return text == null ? ZoneOffset.UTC : ZoneOffset.of(text.toUpperCase(Locale.ROOT));
    }
  }
}
