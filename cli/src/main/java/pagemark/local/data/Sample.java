package pagemark.local.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The sample: the listing `comments`, of comments by product, and its comments.
///
/// Every sample begins with the four newest comments on DAFT_PUNK_TSHIRT, in `worked-example.txt`:
/// id, product, time, rating, language, title and text of each. The documentation and its tests
/// show them literally. In the listing's order, newest first:
///
/// | PK | SK | Unix time | rating | language | title |
/// | --- | --- | --- | --- | --- | --- |
/// | `omar` | 2024-05-02 18:05 | 1714673100 | 4 | de | Gerne wieder |
/// | `zoe` | 2024-05-01 07:40 | 1714549200 | 5 | en | Harder, better, softer |
/// | `rita` | 2024-05-01 00:00 | 1714521600 | 5 | en | My new favourite |
/// | `ines` | 2024-05-01 00:00 | 1714521600 | 2 | fr | Un peu petit |
///
/// `rita` and `ines` wrote in the same minute, so the bytes of their keys decide which comes first.
///
/// All others are made of `words.txt`: on a dozen products, from January 2022 to the end of April
/// 2024. A fixed seed makes them the same at each run. Every tenth comment has the minute of the
/// comment before it on that product, so that sort values tie.
public final class Sample {
  public static final String LISTING = "comments";

  /// The group with the most comments.
  public static final String GROUP = "DAFT_PUNK_TSHIRT";

  private static final long SEED = 20_240_501;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
  private static final LocalDateTime END = LocalDateTime.of(2024, 4, 30, 23, 59);
  private static final int MINUTES = 850 * 24 * 60;
  private static final int[] PRODUCT_PERCENT = {18, 10, 9, 8, 8, 8, 7, 7, 6, 6, 5, 5, 3};
  private static final int[] RATING_PERCENT = {6, 8, 16, 30, 40};

  /// English, German, French, Spanish, and English that is not marked as such.
  private static final int[] VOICE_PERCENT = {46, 28, 16, 6, 4};

  private final RandomGenerator random = new Random(SEED);
  private final Map<String, String> lastTime = new HashMap<>();
  private final List<List<String>> names;
  private final List<Voice> voices;
  private int count;

  private Sample() {
    List<String> blocks = List.of(text("words.txt").split("\n\n", -1));
    this.names = lists(blocks.getFirst());
    this.voices = blocks.stream().skip(1).map(Sample::lists).map(Voice::of).toList();
  }

  private static String text(String resource) {
    try (InputStream text = Sample.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(text, "the command was built without " + resource).readAllBytes(),
          UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<List<String>> lists(String lines) {
    return lines.lines().map(line -> List.of(line.split(" [|] ", -1))).toList();
  }

  /// The project's own `listings.json`, which is in the command's jar.
  public static Listings listings(Map<String, String> environment) {
    return Listings.parse(text("/listings.json"), environment);
  }

  /// Whether `listings` has the sample's listing, so that the comments fit its table.
  public static boolean suits(Listings listings, Map<String, String> environment) {
    return definition(listings).isPresent()
        && definition(listings).equals(definition(listings(environment)));
  }

  private static Optional<IndexDefinition> definition(Listings listings) {
    return listings.find(LISTING).map(Listing::definition);
  }

  /// The first `count` comments as items.
  public static Stream<Map<String, AttributeValue>> comments(int count) {
    return Stream.concat(
            lists(text("worked-example.txt")).stream().map(Sample::item),
            Stream.generate(new Sample()::next))
        .limit(count);
  }

  /// @param values id, product, time, rating, language (empty if it is not said), title and text
  private static Map<String, AttributeValue> item(List<String> values) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("PK", fromS(values.get(0)));
    item.put("PK2", fromS(values.get(1)));
    item.put("SK", fromS(values.get(2)));
    item.put("rating", fromN(values.get(3)));
    if (!values.get(4).isEmpty()) {
      item.put("language", fromS(values.get(4)));
    }
    item.put("title", fromS(values.get(5)));
    item.put("text", fromS(values.get(6)));
    return item;
  }

  private Map<String, AttributeValue> next() {
    String product = names.getFirst().get(pick(PRODUCT_PERCENT));
    int mark = pick(RATING_PERCENT);
    int number = pick(VOICE_PERCENT);
    Voice voice = voices.get(number % voices.size());
    // A readable id that its number makes unique: `calm-otter-17`.
    String id = "%s-%s-%d".formatted(any(names.get(1)), any(names.get(2)), ++count);
    return item(
        List.of(
            id,
            product,
            time(product),
            Integer.toString(1 + mark),
            number < voices.size() ? voice.language() : "",
            any(voice.titles().get(mood(mark))),
            text(voice, mood(mark))));
  }

  private String time(String product) {
    String before = lastTime.get(product);
    if (before != null && random.nextInt(10) == 0) {
      return before;
    }
    String time = MINUTE.format(END.minusMinutes(random.nextInt(MINUTES)));
    lastTime.put(product, time);
    return time;
  }

  private String any(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  /// Picks an index of `weights`; its probability is its share of the sum.
  private int pick(int[] weights) {
    int ticket = random.nextInt(Arrays.stream(weights).sum());
    int index = 0;
    while (ticket >= weights[index]) {
      ticket -= weights[index];
      index++;
    }
    return index;
  }

  /// Dissatisfied, undecided or satisfied.
  private static int mood(int mark) {
    return mark < 2 ? 0 : mark == 2 ? 1 : 2;
  }

  /// One to four sentences, each subject once.
  private String text(Voice voice, int mood) {
    SequencedMap<String, String> told = new LinkedHashMap<>();
    int sentences = 1 + random.nextInt(4);
    for (int i = 0; i < sentences; i++) {
      String begin = any(i == 0 ? voice.openings() : voice.subjects());
      String end = any((i == 0 ? voice.endings() : voice.verdicts()).get(mood));
      told.putIfAbsent(begin, begin + (i == 0 ? ", " : " ") + end + ".");
    }
    return String.join(" ", told.values());
  }

  /// The words for comments in one language. A list of three lists is by mood.
  ///
  /// A comment's first sentence is an opening and an ending: how the customer came by the product,
  /// and what became of it. Each further sentence is a subject and a verdict.
  private record Voice(
      String language,
      List<List<String>> titles,
      List<String> openings,
      List<List<String>> endings,
      List<String> subjects,
      List<List<String>> verdicts) {
    static Voice of(List<List<String>> lines) {
      return new Voice(
          lines.getFirst().getFirst(),
          lines.subList(1, 4),
          lines.get(4),
          lines.subList(5, 8),
          lines.get(8),
          lines.subList(9, 12));
    }
  }
}
