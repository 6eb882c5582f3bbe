package pagemark.tree.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.tree.read.RandomGroup.GROUP;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.index.Extent;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.TakesLong;
import pagemark.tree.request.Nodes;

/// Reads pages of a tree that a writer changes: between its writes, in the middle of one, and from
/// replicas that are behind.
@TakesLong(nightly = 400)
final class ChangingTreeTest {
  private static final int WRITES = Extent.of(60, 300);
  private static final int QUERIES = 6;
  private static final long KEPT_BYTES = 1 << 20;

  /// More than the levels of a tree here, for each of four attempts.
  private static final int TRIPS_MAX = 40;

  /// Some, and those with pages whose span begins or ends in nodes that no separator tells of.
  static IntStream seeds() {
    return IntStream.concat(IntStream.range(0, Extent.of(3, 200)), IntStream.of(37, 57, 144))
        .distinct();
  }

  private static TreeReader reader(Nodes nodes) {
    return new TreeReader(nodes, _ -> () -> true, _ -> {}, KEPT_BYTES);
  }

  private static RandomGroup group(Random random, int seed) {
    return new RandomGroup(random, seed % 2 == 0 ? Layout.SCORE : Layout.BYTES, seed % 5, 0);
  }

  /// Some changes: many or few, more entries or fewer.
  private static Map<Bytes, @Nullable Cell> changes(Random random, RandomGroup group, int most) {
    Map<Bytes, @Nullable Cell> changes = new HashMap<>();
    boolean grows =
        group.entries.size() < 30 || (random.nextInt(3) > 0 && group.entries.size() < 250);
    int count = random.nextInt(1, 1 + most);
    for (int i = 0; i < count; i++) {
      if (random.nextInt(10) < (grows ? 8 : 1)) {
        changes.put(Place.of(group.position("item" + random.nextInt(1_000))), group.cell());
      } else if (!group.entries.isEmpty()) {
        List<Bytes> places = List.copyOf(group.entries.keySet());
        changes.put(places.get(random.nextInt(places.size())), null);
      }
    }
    return changes;
  }

  private static void apply(Map<Bytes, @Nullable Cell> changes, RandomGroup group) {
    changes.forEach(
        (place, cell) -> {
          if (cell == null) {
            group.entries.remove(place);
          } else {
            group.entries.put(place, cell);
          }
        });
  }

  /// A reader knows inner nodes of any age, some of which are gone.
  @ParameterizedTest
  @MethodSource("seeds")
  void pagesBetweenWritesAreRightHoweverOldTheKnownNodesAre(int seed) {
    Random random = new Random(seed);
    RandomGroup group = group(random, seed);
    ChangingTree tree = new ChangingTree(random, () -> {});
    TreeReader reader = reader(tree.store());
    for (int write = 0; write < WRITES; write++) {
      Map<Bytes, @Nullable Cell> changes = changes(random, group, 60);
      apply(changes, group);
      tree.write(changes);
      if (random.nextInt(4) == 0) {
        tree.passTime();
      }
      PageIndexReader oracle = group.oracle();
      for (int i = 0; i < random.nextInt(QUERIES); i++) {
        PageQuery query = group.query();
        String what = "seed %d, write %d, %s".formatted(seed, write, query);
        long before = tree.store().cost().roundTrips();
        assertEquals(oracle.page(query), reader.page(query), what);
        long trips = tree.store().cost().roundTrips() - before;
        assertTrue(trips <= 1 + tree.levels(), () -> trips + " round trips: " + what);
      }
    }
  }

  /// A read meets some items as they were before a write, and others as they are in the middle of
  /// it. It shows the group before or after, or says that it cannot tell.
  @ParameterizedTest
  @MethodSource("seeds")
  void aPageAmidAWriteIsThatBeforeOrAfter(int seed) {
    Random random = new Random(seed);
    RandomGroup group = group(random, seed);
    Amid amid = new Amid(random, group);
    for (int write = 0; write < 2 * WRITES; write++) {
      amid.write("seed %d, write %d".formatted(seed, write));
    }
    assertTrue(amid.answered > amid.unknown / 4, amid.answered + " of " + amid.unknown);
  }

  private static final class Amid {
    private final Random random;
    private final RandomGroup group;
    private final ChangingTree tree;
    private final TreeReader warm;
    private PageIndexReader before;
    private PageIndexReader after;
    private String what = "";
    private int answered;
    private int unknown;

    Amid(Random random, RandomGroup group) {
      this.random = random;
      this.group = group;
      this.tree = new ChangingTree(random, this::check);
      this.warm = reader(tree.mixed(true));
      this.before = group.oracle();
      this.after = before;
    }

    void write(String name) {
      what = name;
      Map<Bytes, @Nullable Cell> changes = changes(random, group, 1);
      apply(changes, group);
      after = group.oracle();
      tree.write(changes);
      if (random.nextInt(20) == 0) {
        tree.passTime();
      }
      tree.forgetVersions();
      before = after;
    }

    private void check() {
      for (int i = 0; i < 3; i++) {
        PageQuery query = group.query();
        int[] trips = {0};
        Nodes mixed = tree.mixed(true);
        TreeReader cold =
            reader(
                requests -> {
                  trips[0]++;
                  return mixed.send(requests);
                });
        try {
          PageSlice page = (random.nextBoolean() ? warm : cold).page(query);
          Set<PageSlice> right = new HashSet<>(List.of(before.page(query), after.page(query)));
          assertTrue(right.contains(page), () -> what + " " + query + " " + page + " " + right);
          answered++;
        } catch (IndexException.Unavailable e) {
          unknown++;
        }
        assertTrue(trips[0] <= TRIPS_MAX, () -> what + " " + query);
      }
    }
  }

  /// Replicas are up to four writes behind, each item by another number. What all writes leave
  /// alone is on the page without gaps.
  @ParameterizedTest
  @MethodSource("seeds")
  void aPageOfReplicasThatAreBehindHasNoGaps(int seed) {
    Random random = new Random(seed);
    RandomGroup group = group(random, seed);
    ChangingTree tree = new ChangingTree(random, () -> {});
    TreeReader reader = reader(tree.mixed(false));
    TreeSet<Bytes> ever = new TreeSet<>();
    TreeSet<Bytes> always = new TreeSet<>();
    for (int write = 0; write < WRITES; write++) {
      if (write % 5 == 0) {
        tree.forgetVersions();
        ever = new TreeSet<>(group.entries.keySet());
        always = new TreeSet<>(group.entries.keySet());
      }
      Map<Bytes, @Nullable Cell> changes = changes(random, group, 10);
      apply(changes, group);
      tree.write(changes);
      ever.addAll(group.entries.keySet());
      always.retainAll(group.entries.keySet());
      for (int i = 0; i < QUERIES; i++) {
        long from = random.nextInt(1 + always.size());
        PageSlice page =
            reader.page(new PageQuery(GROUP, Layout.SCORE, Order.ASCENDING, from, 20, 5));
        List<Bytes> places = page.positions().stream().map(Place::of).toList();
        String what = "seed %d, write %d, from %d".formatted(seed, write, from);
        assertEquals(List.copyOf(new TreeSet<>(places)), places, what);
        assertTrue(ever.containsAll(places), what);
        assertTrue(page.total() >= always.size() && page.total() <= ever.size(), what);
        if (!places.isEmpty()) {
          Set<Bytes> between = always.subSet(places.getFirst(), true, places.getLast(), true);
          assertTrue(places.containsAll(between), what);
        }
      }
    }
  }
}
