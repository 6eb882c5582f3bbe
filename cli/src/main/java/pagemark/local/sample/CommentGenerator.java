package pagemark.local.sample;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Generates comments on DAFT_PUNK_TSHIRT and a dozen other products, from January 2022 to the end
/// of April 2024. A fixed seed makes them the same at each run. Every tenth comment has the minute
/// of the comment before it on that product, so that sort values tie.
final class CommentGenerator {
  private static final long SEED = 20_240_501;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
  private static final LocalDateTime END = LocalDateTime.of(2024, 4, 30, 23, 59);
  private static final int MINUTES = 850 * 24 * 60;

  private static final List<String> PRODUCTS =
      List.of(
          WorkedExample.PRODUCT,
          "ACID_HOUSE_MUG",
          "CASSETTE_TOTE_BAG",
          "DISCO_BALL_LAMP",
          "DRUM_MACHINE_SOCKS",
          "HEADPHONE_STAND",
          "NEON_SHOELACES",
          "PIANO_SCARF",
          "SLIPMAT_PAIR",
          "SYNTH_POSTER",
          "TURNTABLE_CLOCK",
          "VINYL_COASTERS",
          "WAVEFORM_HOODIE");
  private static final int[] PRODUCT_PERCENT = {18, 10, 9, 8, 8, 8, 7, 7, 6, 6, 5, 5, 3};
  private static final int[] RATING_PERCENT = {6, 8, 16, 30, 40};

  private static final List<String> ADJECTIVES =
      List.of(
          "amber", "brave", "calm", "dizzy", "eager", "fuzzy", "gentle", "happy", "icy", "jolly",
          "kind", "lucky", "mellow", "noisy", "odd", "proud", "quick", "rusty", "shy", "tiny");
  private static final List<String> ANIMALS =
      List.of(
          "badger", "crane", "dingo", "eagle", "ferret", "goose", "heron", "ibis", "jackal",
          "koala", "lynx", "moose", "newt", "otter", "panda", "quail", "raven", "seal", "tapir",
          "vole");

  private final RandomGenerator random = new Random(SEED);
  private final Map<String, String> lastTime = new HashMap<>();
  private int count;

  Comment next() {
    String product = PRODUCTS.get(pick(PRODUCT_PERCENT, random));
    int rating = 1 + pick(RATING_PERCENT, random);
    Voice voice = Voice.any(random);
    return new Comment(
        id(),
        product,
        time(product),
        rating,
        voice.language(),
        voice.title(rating, random),
        voice.text(rating, random));
  }

  /// A readable id that its number makes unique: `calm-otter-17`.
  private String id() {
    count++;
    return "%s-%s-%d".formatted(any(ADJECTIVES), any(ANIMALS), count);
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
  static int pick(int[] weights, RandomGenerator random) {
    int ticket = random.nextInt(Arrays.stream(weights).sum());
    int index = 0;
    while (ticket >= weights[index]) {
      ticket -= weights[index];
      index++;
    }
    return index;
  }
}
