package pagemark.pages.scope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributeType;
import pagemark.key.EpochSort;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Unix time in requests: `2024-05-01`, `2024-05-01T07:40`, `2024-05-01T07:40:00Z`, with a fraction
/// or an offset from UTC too, or the number as the table has it. Without an offset it is UTC.
final class EpochText {
  /// The groups are the date, the time and the offset. A `+` in a query string that is not encoded
  /// arrives as a space.
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)(?:[T ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)(Z|[+"
              + " -]\\d\\d(?::?\\d\\d)?)?)?");

  private EpochText() {}

  /// @throws UnfitException if `text` is not a time that the type holds exactly
  static AttributeValue value(EpochSort type, String text) throws UnfitException {
    var iso = ISO.matcher(text);
    if (!iso.matches()) {
      return AttributeType.NUMBER.value(text);
    }
    try {
      LocalDateTime time = time(iso);
      AttributeValue value = type.value(time);
      if (!type.time(value).equals(time)) {
        throw new UnfitException("must be whole " + type.unitName());
      }
      return value;
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

  /// The one text that links have for all texts of a time: in UTC, such as `2024-05-01T07:40:00Z`.
  static String canonical(EpochSort type, AttributeValue value) throws UnfitException {
    Instant instant = type.time(value).toInstant(ZoneOffset.UTC);
    return instant.toString();
  }

  /// The valid texts, in words.
  static String form(EpochSort type) {
    return "a time of ISO 8601 such as %s (with %%2B for +), or whole %s since 1970"
        .formatted(example(type), type.unitName());
  }

  private static String example(EpochSort type) {
    return switch (type) {
      case SECONDS -> "2024-05-01, 2024-05-01T07:40:00Z";
      case MILLIS -> "2024-05-01, 2024-05-01T07:40:00.000Z";
    };
  }
}
