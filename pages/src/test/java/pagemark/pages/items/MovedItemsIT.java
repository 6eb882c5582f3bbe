package pagemark.pages.items;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import pagemark.pages.Broken;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.ListingQuery;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The story: readers page through a leaderboard while its scores change. A page of the scores from
/// 100 to 120 showed a score of 154, and pages were out of order. An item was shown at its place in
/// the index, whatever its attributes said.
@TakesLong(nightly = 30)
final class MovedItemsIT {
  private static final long SEED = 20_261_122;
  private static final int READS = Extent.of(40, 1_000);
  private static final int ITEMS = 60;
  private static final int SORT_MIN = 100;
  private static final int SORTS = 100;

  /// A listing whose GSI carries all attributes that a page shows.
  private static final String SCORES =
      """
      { "scores": {
          "table": "${TABLE_NAME}", "index": "byGame", "projection": "all",
          "group": { "attribute": "game" },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "attributes": ["PK", "at"] } }
      """;

  /// A listing whose GSI does not, so that items are read by key.
  private static final String BY_KEY =
      SCORES
          .replace("\"projection\": \"all\"", "\"projection\": \"keys\"")
          .replace("\"at\"] }", "\"at\", \"name\"] }");

  private final Random random = new Random(SEED);
  private final List<String> wrong = new ArrayList<>();
  private int shown;

  @ParameterizedTest
  @EnumSource(value = RedisTopology.class, names = "SINGLE_NODE")
  @EnumSource(value = SqlServer.class, names = "SQLITE")
  void pagesKeepToTheirWindowAndOrder(IndexServer server) throws Exception {
    try (IndexStore index = server.emptyStore()) {
      ListedTable table = new ListedTable("moved-" + server, SCORES, index).open();
      check(table, table.asked(), 4);
    }
  }

  @ParameterizedTest
  @EnumSource(value = RedisTopology.class, names = "SINGLE_NODE")
  @EnumSource(value = SqlServer.class, names = "SQLITE")
  void pagesReadByKeyKeepToTheirWindowAndOrder(IndexServer server) throws Exception {
    try (IndexStore index = server.emptyStore()) {
      ListedTable table = new ListedTable("moved-by-key-" + server, BY_KEY, index).open();
      check(table, table.asked(), 4);
    }
  }

  @Test
  void pagesWithoutTheIndexKeepToTheirWindowAndOrder() throws Exception {
    ListedTable table = new ListedTable("moved-unindexed", SCORES).open();
    check(table, table.asked(Broken.down()), 1);
  }

  @Test
  void pagesReadByKeyWithoutTheIndexKeepToTheirWindowAndOrder() throws Exception {
    ListedTable table = new ListedTable("moved-unindexed-by-key", BY_KEY).open();
    check(table, table.asked(Broken.down()), 1);
  }

  /// @param pages how many pages a read may ask for
  private void check(ListedTable table, ListingQuery asked, int pages) throws Exception {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    IntStream.range(0, ITEMS).forEach(i -> items.add(item(i, sort(random))));
    table.put(items);
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService mover = Executors.newSingleThreadExecutor()) {
      Future<?> moves = mover.submit(() -> move(table, over));
      try {
        for (int i = 0; i < READS; i++) {
          GroupQuery query = asked.group("g");
          boolean isStable = pages > 1 && random.nextInt(3) == 0;
          read(isStable ? query.stable() : query, 1 + random.nextInt(pages));
        }
      } finally {
        over.set(true);
      }
      moves.get();
    }
    assertEquals(List.of(), wrong, wrong.size() + " of " + READS + " pages, seed " + SEED);
    assertTrue(shown > READS, shown + " items shown, seed " + SEED);
  }

  /// The table is a few items ahead of the index, as it is on AWS.
  private static void move(ListedTable table, AtomicBoolean over) {
    Random random = new Random(SEED + 1);
    while (!over.get()) {
      List<Map<String, AttributeValue>> moved =
          random.ints(0, ITEMS).distinct().limit(3).mapToObj(i -> item(i, sort(random))).toList();
      table.intoTable(moved);
      table.intoIndex(moved);
    }
  }

  private void read(GroupQuery query, int number) {
    int from = random.nextInt(4) == 0 ? SORT_MIN : sort(random);
    int to = from + 10 + random.nextInt(SORTS);
    boolean ascending = random.nextBoolean();
    GroupQuery asked =
        query
            .size(1 + random.nextInt(10))
            .order(ascending ? Order.ASCENDING : Order.DESCENDING)
            .window("" + from, "" + to);
    List<Shown> items;
    try {
      items = asked.page(number).items().stream().map(MovedItemsIT::shown).toList();
    } catch (PastEnd e) {
      return;
    }
    List<Shown> sorted = items.stream().sorted(ascending ? ORDER : ORDER.reversed()).toList();
    boolean within = items.stream().allMatch(item -> item.sort() >= from && item.sort() < to);
    boolean once = new HashSet<>(items.stream().map(Shown::key).toList()).size() == items.size();
    if (!within || !once || !items.equals(sorted)) {
      wrong.add(asked.scope() + " showed " + items);
    }
    shown += items.size();
  }

  private static final Comparator<Shown> ORDER =
      Comparator.comparingInt(Shown::sort).thenComparing(Shown::key);

  private record Shown(String key, int sort) {}

  private static Shown shown(Map<String, AttributeValue> item) {
    String sort = requireNonNull(item.get("at")).n();
    return new Shown(ListedTable.text(item, "PK"), Integer.parseInt(sort));
  }

  private static int sort(Random random) {
    return SORT_MIN + random.nextInt(SORTS);
  }

  private static Map<String, AttributeValue> item(int number, int sort) {
    return Map.of(
        "PK", fromS("player%02d".formatted(number)),
        "game", fromS("g"),
        "at", fromN("" + sort));
  }
}
