package pagemark.pages.scope;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.key.UnfitException;

/// Times of ISO 8601 in requests: `2024-05-01`, `2024-05-01T07:40`, `2024-05-01T07:40:00Z`, with a
/// fraction or an offset from UTC too. Without an offset it is UTC.
final class IsoText {
  /// The groups are the date, the time and the offset. A `+` in a query string that is not encoded
  /// arrives as a space.
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)(?:[T ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)(Z|[+"
              + " -]\\d\\d(?::?\\d\\d)?)?)?");

  private IsoText() {}

  /// The time in UTC; empty if the text has another form.
  ///
  /// @throws UnfitException if there is no such date or time
  static Optional<LocalDateTime> time(String text) throws UnfitException {
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
    return written.minusSeconds(offset(iso.group(3)).getTotalSeconds());
  }

  private static ZoneOffset offset(@Nullable String text) {
    return text == null ? ZoneOffset.UTC : ZoneOffset.of(text.replace(' ', '+'));
  }
}
