package pagemark.key;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads times of ISO 8601 and RFC 3339: `2024-05-01`, `2024-05-01T07:40`, `2024-05-01 07:40:00Z`,
/// with a fraction of up to nine digits, and with an offset from UTC such as `+02:00`, `+0200` or
/// `+02`. Without an offset it is UTC.
public final class IsoTime {
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
    LocalDateTime written = date.atTime(time == null ? LocalTime.MIDNIGHT : LocalTime.parse(time));
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
