package pagemark.proof;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import pagemark.embedded.DynamoDbLocal;
import pagemark.embedded.RedisServer;
import pagemark.index.Anchor;
import pagemark.index.IndexStore;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.key.Cell;
import pagemark.key.Layout;
import pagemark.listing.Order;

/// The same group of 5,000,000 positions in each kind of index, written by its own writer in order
/// of time: entries a second, bytes an entry, and pages of 20 at the begin, in the middle, at the
/// end and anywhere.
///
/// The stores are asked in turn, so that whatever else the machine does meets all of them. DynamoDB
/// Local answers on the same machine and is no measure of DynamoDB's speed; the requests of a page
/// are what counts there, and `ReadUnitsTest` has them.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.StoreDepthProof`, with `-Dpositions=500000` for
/// fewer.
public final class StoreDepthProof {
  private static final int POSITIONS =
      Integer.parseInt(requireNonNull(System.getProperty("positions")));
  private static final int WARM_UP = 50;
  private static final int ROUNDS = 200;
  private static final int SIZE = 20;
  private static final int SPARES = 5;
  private static final long SEED = 20_261_122;

  private final Random random = new Random(SEED);

  private StoreDepthProof() {}

  /// A store with the group, and the times of its pages.
  private record Filled(String name, IndexStore store, GroupFill fill, List<List<Long>> times) {}

  public static void main(String[] args) throws Exception {
    System.out.printf("seed %d, %,d positions%n", SEED, POSITIONS);
    Path folder = Files.createTempDirectory("pagemark");
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        DynamoDbLocal dynamo = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
        IndexStore inRedis = GroupFill.open(redis.uri().toString());
        IndexStore inFile = GroupFill.open("jdbc:sqlite:" + folder.resolve("index.db"));
        IndexStore inDynamo = GroupFill.open("dynamodb:depth?endpoint=" + dynamo.endpoint())) {
      StoreDepthProof proof = new StoreDepthProof();
      proof.prove(
          List.of(
              proof.fill("Redis", inRedis),
              proof.fill("SQLite", inFile),
              proof.fill("DynamoDB Local", inDynamo)));
    } finally {
      SqlServers.delete(folder);
    }
    System.exit(0);
  }

  private Filled fill(String name, IndexStore store) {
    GroupFill fill = GroupFill.of(store, "all");
    double perSecond = fill.fill(new PositionStream(new Random(SEED), 1), POSITIONS);
    long bytes = store.inspector().bytes(fill.group(), List.of(Cell.WHOLE)).orElse(0);
    System.out.printf(
        Locale.ROOT,
        "%s: %,.0f entries/s, %.1f bytes an entry%n",
        name,
        perSecond,
        (double) bytes / POSITIONS);
    List<List<Long>> times = new ArrayList<>();
    for (int place = 0; place < 4; place++) {
      times.add(new ArrayList<>());
    }
    return new Filled(name, store, fill, times);
  }

  private void prove(List<Filled> stores) {
    long last = (long) POSITIONS - SIZE;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      long[] from = {0, POSITIONS / 2, last, random.nextLong(last)};
      for (int place = 0; place < from.length; place++) {
        PageSlice expected = null;
        for (Filled each : stores) {
          long begin = System.nanoTime();
          PageSlice page = page(each, from[place]);
          if (round >= 0) {
            each.times().get(place).add(System.nanoTime() - begin);
          }
          if (expected != null && !expected.positions().equals(page.positions())) {
            throw new IllegalStateException(each.name() + " has another page at " + from[place]);
          }
          expected = page;
        }
      }
    }
    System.out.println("| ms | page 1 | middle | last | anywhere |");
    stores.forEach(StoreDepthProof::print);
  }

  private static PageSlice page(Filled from, long rank) {
    PageSlice page =
        from.store()
            .reader()
            .page(
                new PageQuery(
                    from.fill().group(),
                    List.of(Cell.WHOLE),
                    List.of(Cell.WHOLE),
                    Layout.SCORE,
                    Order.DESCENDING,
                    Window.WHOLE,
                    new Anchor.Rank(rank),
                    SIZE,
                    SPARES));
    if (page.total() != POSITIONS || page.positions().size() != SIZE) {
      throw new IllegalStateException("%s at %d: %s".formatted(from.name(), rank, page));
    }
    return page;
  }

  private static void print(Filled store) {
    List<Double> medians = store.times().stream().map(t -> SqlPages.median(t) / 1e6).toList();
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f | %.2f |%n",
        store.name(),
        medians.get(0),
        medians.get(1),
        medians.get(2),
        medians.get(3));
  }
}
