package pagemark.tree.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.tree.read.RandomGroup.GROUP;

import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.CountQuery;
import pagemark.index.Extent;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.TakesLong;
import pagemark.tree.simulation.SimulatedNodes;

/// Compares pages and counts of random trees with plain sorted lists, and counts round trips.
@TakesLong(nightly = 110)
final class TreeReaderTest {
  private static final int QUERIES = Extent.of(40, 400);
  private static final long KEPT_BYTES = 64 << 20;

  static IntStream seeds() {
    return IntStream.range(0, Extent.of(16, 400));
  }

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());

  private TreeReader reader() {
    return new TreeReader(store, _ -> () -> true, _ -> {}, KEPT_BYTES);
  }

  private long trips(Runnable read) {
    long before = store.cost().roundTrips();
    read.run();
    return store.cost().roundTrips() - before;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void pagesAreThoseOfTheSortedEntriesInFewRoundTrips(int seed) {
    Random random = new Random(seed);
    int[] sizes = {0, 1, 5, 40, 300, 700};
    int[] cells = {0, 2, 7, 512};
    RandomGroup group =
        new RandomGroup(
            random,
            seed % 2 == 0 ? Layout.SCORE : Layout.BYTES,
            cells[seed / 2 % cells.length],
            sizes[random.nextInt(sizes.length)]);
    IntSupplier leafSizes = () -> random.nextInt(1, 6);
    IntSupplier fanOuts = () -> random.nextInt(2, 5);
    int levels =
        new TreeBuilder(store, GROUP, random, leafSizes, fanOuts, random.nextBoolean())
            .build(group.entries);
    PageIndexReader oracle = group.oracle();
    TreeReader warm = reader();
    knowAll(warm, group.entries.size());
    for (int i = 0; i < QUERIES; i++) {
      String what = "seed %d, %d levels, query %d".formatted(seed, levels, i);
      PageQuery query = group.query();
      long cold = trips(() -> assertEquals(oracle.page(query), reader().page(query), what));
      assertTrue(cold <= 1 + levels, () -> what + " takes " + cold + " " + query);
      long known = trips(() -> assertEquals(oracle.page(query), warm.page(query), what));
      assertEquals(1, known, () -> what + " " + query);
      CountQuery counts = group.countQuery();
      long counted =
          trips(() -> assertEquals(oracle.counts(counts), reader().counts(counts), what));
      assertTrue(counted <= 1 + levels, () -> what + " takes " + counted + " " + counts);
      known = trips(() -> assertEquals(oracle.counts(counts), warm.counts(counts), what));
      assertEquals(1, known, () -> what + " " + counts);
    }
  }

  /// Lets a reader meet all inner nodes.
  private static void knowAll(TreeReader reader, int entries) {
    for (int from = 0; from < entries; from += 100) {
      reader.page(new PageQuery(GROUP, Layout.SCORE, Order.ASCENDING, from, 100, 0));
    }
  }
}
