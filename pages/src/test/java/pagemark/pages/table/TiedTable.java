package pagemark.pages.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static pagemark.pages.ListedTable.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import pagemark.entry.Layout;
import pagemark.index.Extent;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.redis.RedisTopology;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table with an index on Redis with two groups. All items of group TIED have the same sort
/// value. Group MIXED has 500 tied items, 2,000 in a thorough run, with others before and behind
/// them.
///
/// @param tied the keys of group TIED, ascending
/// @param mixed the keys of group MIXED, ascending; [#BEFORE] of them stand before the tie
record TiedTable(ListedTable table, List<String> tied, List<String> mixed) {
  static final int BEFORE = 130;
  static final int WITHIN = Extent.of(500, 2_000);
  private static final int BEHIND = 110;
  private static final int TIED = Extent.of(1_500, 20_000);
  private static final long SEED = 3;

  /// Parts of keys. UTF-8 orders the last two differently from Java.
  private static final List<String> LETTERS = List.of("a", "Z", "~", "é", "\uFFFD", "\uD83D\uDE00");

  private static final String BY_TIME = "\"type\": \"datetime\", \"pattern\": \"uuuu-MM-dd HH:mm\"";
  private static final String BY_TEXT = "\"type\": \"string\"";

  static TiedTable filled(Layout layout) {
    String definition =
        switch (layout) {
          case SCORE -> Definitions.COMMENTS;
          case BYTES -> Definitions.COMMENTS.replace(BY_TIME, BY_TEXT);
        };
    String name = "tied-" + layout;
    ListedTable table =
        new ListedTable(name, definition, RedisTopology.SINGLE_NODE.emptyStore()).open();
    Random random = new Random(SEED);
    List<String> tied = keys(random, TIED);
    List<String> before = keys(random, BEFORE);
    List<String> within = keys(random, WITHIN);
    List<String> behind = keys(random, BEHIND);
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    tied.forEach(key -> items.add(ListedTable.comment(key, "TIED", at(500))));
    before.forEach(key -> items.add(ListedTable.comment(key, "MIXED", at(before.indexOf(key)))));
    within.forEach(key -> items.add(ListedTable.comment(key, "MIXED", at(500))));
    behind.forEach(
        key -> items.add(ListedTable.comment(key, "MIXED", at(501 + behind.indexOf(key)))));
    table.put(items);
    List<String> mixed = new ArrayList<>(before);
    mixed.addAll(sorted(within));
    mixed.addAll(behind);
    return new TiedTable(table, sorted(tied), mixed);
  }

  private static List<String> keys(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> letter(random) + letter(random) + random.nextLong())
        .toList();
  }

  private static String letter(Random random) {
    return LETTERS.get(random.nextInt(LETTERS.size()));
  }

  /// The sort value of a minute of the day.
  private static String at(int minute) {
    return "2024-05-01 %02d:%02d".formatted(minute / 60, minute % 60);
  }

  private static List<String> sorted(List<String> keys) {
    Comparator<String> byBytes =
        (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    return keys.stream().sorted(byBytes).toList();
  }
}
