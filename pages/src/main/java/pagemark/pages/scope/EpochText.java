package pagemark.pages.scope;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import pagemark.key.AttributeType;
import pagemark.key.EpochSort;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Unix time in requests: a time of ISO 8601 ([IsoText]), or the number as the table has it.
final class EpochText {
  private EpochText() {}

  /// @throws UnfitException if `text` is not a time that the type holds exactly
  static AttributeValue value(EpochSort type, String text) throws UnfitException {
    Optional<LocalDateTime> iso = IsoText.time(text);
    if (iso.isEmpty()) {
      AttributeType.NUMBER.value(text);
      return type.stored(text);
    }
    AttributeValue value = type.value(iso.get());
    if (!type.time(value).equals(iso.get())) {
      throw new UnfitException("must be whole " + type.unitName());
    }
    return value;
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
    return type.precision() == ChronoUnit.SECONDS
        ? "2024-05-01, 2024-05-01T07:40:00Z"
        : "2024-05-01, 2024-05-01T07:40:00.000Z";
  }
}
