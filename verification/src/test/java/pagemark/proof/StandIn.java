package pagemark.proof;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Generated items like those of the proofs' files: few movies with many ratings, and edits of
/// pages with titles in many scripts.
///
/// @param random decides all
record StandIn(Random random) {
  private static final long TIME = 1_441_979_999_000L;
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final List<String> LANGUAGES = List.of("en", "vi", "de", "zh", "nb / ?&{}%");
  private static final List<String> NAMESPACES =
      List.of("Main", "Main talk", "Обсуждение", "\uFF35ser", "\uD835\uDD4Cser");

  /// Combining marks, right-to-left and conjunct scripts; the last five are before one another in
  /// UTF-16 otherwise than in UTF-8.
  private static final List<String> LETTERS =
      List.of(
          "a",
          "Z",
          "é",
          "e\u0301",
          "ñ",
          "n\u0303",
          "Ж",
          "ש",
          "ع",
          "क्ष",
          "한",
          "日",
          " ",
          ":",
          "\uE000",
          "\uFF61",
          "\uFFFD",
          "\uD842\uDFB7",
          "\uD83D\uDE00");

  /// For the key (movie, user), a number and a string.
  Map<String, AttributeValue> ratingByMovieAndUser() {
    return Map.of(
        "movie", fromN(Integer.toString(movie())),
        "user", fromS(user()),
        "rating", fromN(Integer.toString(random.nextInt(11))),
        "timestamp", fromN(timestamp()));
  }

  /// For the key `id`.
  Map<String, AttributeValue> ratingById() {
    String user = user();
    String movie = "%07d".formatted(movie());
    return Map.of(
        "id", fromS(user + ":" + movie),
        "user", fromS(user),
        "movie", fromS(movie),
        "rating", fromN(Integer.toString(random.nextInt(11))),
        "timestamp", fromN(timestamp()));
  }

  /// One movie has most of the ratings; the numbers differ in their digits.
  private int movie() {
    return new int[] {444_778, 444_778, 444_778, 99, 1_411_238}[random.nextInt(5)];
  }

  private String user() {
    return Integer.toString(random.nextInt(2_000));
  }

  private String timestamp() {
    return Long.toString(TIME / 1_000 + random.nextInt(100));
  }

  /// For the key `page`.
  Map<String, AttributeValue> edit() {
    return Map.of(
        "page", fromS(title()),
        "wiki", fromS("wikipedia"),
        "language", fromS(oneOf(LANGUAGES)),
        "time", fromS(ISO.format(Instant.ofEpochMilli(TIME + random.nextInt(200)))),
        "namespace", fromS(oneOf(NAMESPACES)),
        "user", fromS(user()),
        "delta", fromN(Integer.toString(random.nextInt(2_001) - 1_000)),
        "isNew", fromBool(random.nextBoolean()));
  }

  private String title() {
    StringBuilder title = new StringBuilder();
    int letters = 1 + random.nextInt(4);
    for (int i = 0; i < letters; i++) {
      title.append(oneOf(LETTERS));
    }
    return title.toString();
  }

  private String oneOf(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }
}
