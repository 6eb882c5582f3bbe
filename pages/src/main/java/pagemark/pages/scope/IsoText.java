package pagemark.pages.scope;

import java.time.LocalDateTime;
import java.util.Optional;
import pagemark.key.IsoTime;
import pagemark.key.UnfitException;

/// Times of ISO 8601 in requests, as [IsoTime] reads them.
final class IsoText {
  /// The length of a date. A space right behind it stands before the time.
  private static final int DATE_CHARS = 10;

  private IsoText() {}

  /// The time in UTC; empty if the text has another form. A `+` in a query string that is not
  /// encoded arrives as a space, so a space before an offset is taken for a `+`.
  ///
  /// @throws UnfitException if there is no such date or time
  static Optional<LocalDateTime> time(String text) throws UnfitException {
    int space = text.lastIndexOf(' ');
    return IsoTime.read(
        space > DATE_CHARS ? text.substring(0, space) + "+" + text.substring(space + 1) : text);
  }
}
