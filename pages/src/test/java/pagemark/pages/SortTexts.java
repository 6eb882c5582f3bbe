package pagemark.pages;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sort values of every type, as the table has them and as requests write them. A value is made
/// from a number from 0 to [#MOST], and they order as the numbers do.
final class SortTexts {
  static final int MOST = 32;

  /// Listings with sort values of type datetime, in write shards, in buckets, and in both.
  static final String SHARDS = "shards";

  static final String DAYS = "days";

  static final String SHARDED_DAYS = "sharded days";

  /// Unix time that is stored as text in some items.
  static final String DIGITS = "digits";

  /// Texts from z to a, of which some are missing, and then whole numbers inside of a map.
  static final String PARTS = "parts";

  /// The number of a missing sort value.
  static final int NONE = -1;

  /// The code points at the edges of UTF-8's lengths and of the surrogates. Java's strings order
  /// the last ones otherwise.
  private static final int[] CODE_POINTS = {
    'a', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFF61, 0x10000, 0x1F600, 0x10FFFF
  };

  /// Texts of one or two of these, in DynamoDB's order.
  private static final List<String> STRINGS =
      combined(
          Arrays.stream(CODE_POINTS).mapToObj(Character::toString).toList(),
          List.of("", Character.toString(0x10FFFF), "b"));

  /// Folded texts in their order.
  private static final List<String> TEXTS =
      combined(
          List.of("a", "e", "i", "o", "ss", "u", "z", "σ", "ж", "語", "😀"), List.of("", " b", "b"));

  /// Parts of texts, and others that fold to them.
  private static final Map<String, String> SPELLINGS =
      Map.of("a", "á", "E", "E\u0308", "ss", "ß", "σ", "ς", " ", "\t\u00A0", "b", "ｂ", "ж", "Ж");

  private static final LocalDate FIRST_DAY = LocalDate.of(2024, 2, 20);

  /// Five seconds before the first day of 2024.
  private static final long FIRST_SECOND = 1_704_067_195;

  private SortTexts() {}

  private static List<String> combined(List<String> begins, List<String> ends) {
    return begins.stream()
        .flatMap(begin -> ends.stream().map(end -> begin + end))
        .sorted(Comparator.comparing(Bytes::utf8))
        .toList();
  }

  /// The sort values of a type that has prefixes, in their order.
  static List<String> strings(String type) {
    return isText(type) ? TEXTS : STRINGS;
  }

  static boolean isText(String type) {
    return type.equals("text") || type.equals(PARTS);
  }

  /// A text that folds to a folded one.
  static String spelled(String text, Random random) {
    String spelled = random.nextBoolean() ? text.toUpperCase(Locale.ROOT) : text;
    for (Map.Entry<String, String> spelling : SPELLINGS.entrySet()) {
      spelled =
          random.nextBoolean() ? spelled.replace(spelling.getKey(), spelling.getValue()) : spelled;
    }
    return random.nextInt(4) == 0 ? " " + spelled : spelled;
  }

  static boolean isDatetime(String type) {
    return Set.of("datetime", SHARDS, DAYS, SHARDED_DAYS).contains(type);
  }

  static boolean isInDays(String type) {
    return Set.of(DAYS, SHARDED_DAYS).contains(type);
  }

  /// Whether no index of DynamoDB has the order.
  static boolean isReadByKey(String type) {
    return Set.of(DIGITS, PARTS, "instant", "text", "boolean").contains(type);
  }

  /// A definition's sort.
  static String definition(String type) {
    String sort =
        "{ \"attribute\": \"%s\", %s }".formatted(isNumber(type) ? "at" : "SK", form(type));
    String rank =
        "{ \"path\": [\"meta\", \"rank\"], \"type\": \"integer\", \"missing\": \"first\" }";
    return type.equals(PARTS) ? "[ %s, %s ]".formatted(sort, rank) : sort;
  }

  private static String form(String type) {
    return switch (type) {
      case PARTS -> "\"type\": \"text\", \"order\": \"descending\", \"missing\": \"last\"";
      case DIGITS -> "\"type\": \"epochMillis\", \"stored\": \"any\"";
      default ->
          isDatetime(type)
              ? "\"type\": \"datetime\", \"pattern\": \"uuuu-MM-dd HH:mm\""
              : "\"type\": \"%s\"".formatted(type);
    };
  }

  /// The number of a value. Only two are booleans.
  static int fit(String type, int sort) {
    return type.equals("boolean") ? Math.min(sort / 16, 1) : sort;
  }

  static boolean isNumber(String type) {
    return type.startsWith("epoch") || type.equals("integer") || type.equals("number");
  }

  static boolean isTime(String type) {
    return isDatetime(type) || isUnixTime(type);
  }

  private static boolean isUnixTime(String type) {
    return type.startsWith("epoch") || type.equals(DIGITS) || type.equals("instant");
  }

  /// A sort value as the table has it.
  static AttributeValue stored(String type, int sort, Random random) {
    return switch (type) {
      case "boolean" -> AttributeValue.fromBool(sort == 1);
      case "instant" -> AttributeValue.fromS(iso(type, sort, random));
      case "text", PARTS -> AttributeValue.fromS(spelled(text(type, sort), random));
      case DIGITS ->
          random.nextBoolean()
              ? AttributeValue.fromN(text(type, sort))
              : AttributeValue.fromS("0".repeat(random.nextInt(3)) + text(type, sort));
      default ->
          isNumber(type)
              ? AttributeValue.fromN(text(type, sort))
              : AttributeValue.fromS(text(type, sort));
    };
  }

  /// The plainest text of a sort value.
  static String text(String type, int sort) {
    return switch (type) {
      case DAYS, SHARDED_DAYS -> FIRST_DAY.plusDays(sort / 4) + " 0%d:00".formatted(sort % 4);
      case "datetime", SHARDS -> "2024-05-01 00:%02d".formatted(sort);
      case "string", "text", PARTS -> strings(type).get(sort);
      case "epochSeconds" -> Long.toString(FIRST_SECOND + sort);
      case "boolean" -> Boolean.toString(sort == 1);
      case "epochMillis", "instant", DIGITS -> Long.toString(1_000 * FIRST_SECOND + 250L * sort);
      default -> Integer.toString(sort - 5);
    };
  }

  /// A sort value as a request may write it: times in many ways.
  static String asked(String type, int sort, Random random) {
    if (isDatetime(type) && random.nextBoolean()) {
      return text(type, sort).replace(' ', 'T') + (random.nextBoolean() ? ":59.5Z" : "Z");
    }
    if (isText(type)) {
      return spelled(text(type, sort), random);
    }
    return !isUnixTime(type) || (!type.equals("instant") && random.nextInt(4) == 0)
        ? text(type, sort)
        : iso(type, sort, random);
  }

  /// One of the texts of ISO 8601 that a time has.
  private static String iso(String type, int sort, Random random) {
    Instant instant = time(type, sort).toInstant(ZoneOffset.UTC);
    ZoneOffset offset = ZoneOffset.ofHoursMinutes(random.nextInt(14), 30);
    return switch (random.nextInt(3)) {
      case 0 -> instant.toString();
      case 1 -> instant.atOffset(offset).toString();
      default -> {
        String local = instant.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
        yield local.replaceFirst("T00:00$", "");
      }
    };
  }

  /// A sort value of [#isTime] as a time in UTC.
  static LocalDateTime time(String type, int sort) {
    if (isDatetime(type)) {
      return LocalDateTime.parse(text(type, sort).replace(' ', 'T'));
    }
    long millis = Long.parseLong(text(type, sort)) * (type.equals("epochSeconds") ? 1_000 : 1);
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }

  /// The bucket of a sort value in [#DAYS] and [#SHARDED_DAYS].
  static String day(int sort) {
    return FIRST_DAY.plusDays(sort / 4).toString().replace("-", "");
  }
}
