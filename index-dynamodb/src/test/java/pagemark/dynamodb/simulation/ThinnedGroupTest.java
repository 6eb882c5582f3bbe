package pagemark.dynamodb.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.dynamodb.SimulatedProcess;
import pagemark.dynamodb.node.GroupName;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.read.TreeReader;
import pagemark.dynamodb.request.RootScan;
import pagemark.dynamodb.request.RootScan.Root;
import pagemark.dynamodb.request.RootScan.RootsPart;
import pagemark.dynamodb.tree.NodeLimits;
import pagemark.dynamodb.tree.PlaceOp;
import pagemark.dynamodb.tree.TreeWriter;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.Figures;
import pagemark.index.GroupRef;
import pagemark.index.Nightly;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.PageQuery;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Window;
import pagemark.index.rows.InMemoryRuns;

/// Most items of a large group are deleted, and nobody writes to it any more. A sweep a day must
/// leave it as a rebuild would make it, and no key of a deleted item.
@Nightly
final class ThinnedGroupTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final int PERIOD_SECONDS = 86_400;
  private static final int BATCH = 500;
  private static final int STEPS_MAX = 3_000;
  private static final int CALL_STEPS = 2;
  private static final int CALL_TRIPS_MAX = 40;
  private static final int PAGE = 20;
  private static final long FIRST_PERIOD = 20_000;

  /// A group with its process.
  private static final class World {
    final SimulatedDynamo dynamo = new SimulatedDynamo("g");
    private final NodeLimits limits;
    private final IntFunction<Position> positions;
    private final TreeWriter trees;
    private final PageIndexWriter process;
    private final Set<Integer> items = new TreeSet<>();
    private final Set<Integer> deleted = new TreeSet<>();
    private long period = FIRST_PERIOD;
    private long sequence;

    World(NodeLimits limits, IntFunction<Position> positions) {
      this.limits = limits;
      this.positions = positions;
      dynamo.forgetVersions();
      Random random = new Random(1);
      trees = new TreeWriter(dynamo, limits, random, _ -> {});
      process =
          SimulatedProcess.writer(
              dynamo,
              this::roots,
              limits,
              random,
              _ -> {},
              () -> Instant.ofEpochSecond(period * PERIOD_SECONDS),
              Duration.ofSeconds(PERIOD_SECONDS),
              new InMemoryRuns(1));
    }

    private RootsPart roots(String generation, String from) {
      return dynamo.item(ROOT, Item.Name.N) instanceof Item.Content content
          ? new RootsPart(List.of(new Root(ROOT, GroupName.of(GROUP), content)), RootScan.BEGIN)
          : new RootsPart(List.of(), RootScan.BEGIN);
    }

    void put(List<Integer> some) {
      items.addAll(some);
      write(some, Cell.WHOLE);
    }

    void delete(List<Integer> some) {
      items.removeAll(some);
      deleted.addAll(some);
      write(some, null);
    }

    private void write(List<Integer> some, @Nullable Cell cell) {
      for (int from = 0; from < some.size(); from += BATCH) {
        List<PlaceOp> ops = new ArrayList<>();
        for (int item : some.subList(from, Math.min(from + BATCH, some.size()))) {
          sequence += 1_000;
          Rule newer = new Rule.Newer(new Sequence("" + sequence));
          ops.add(new PlaceOp(item, Place.of(positions.apply(item)), cell, newer));
        }
        assertTrue(trees.write(GROUP, ops, period, () -> false).isPresent());
      }
    }

    /// Sweeps to the end of a walk, with this number of steps in each call.
    ///
    /// @return the number of calls
    int sweep(int steps) {
      String position = Sweep.BEGIN;
      for (int calls = 1; calls <= STEPS_MAX / steps + 1; calls++) {
        AtomicInteger left = new AtomicInteger(steps);
        Sweep sweep = process.sweep("g", position, () -> left.getAndDecrement() > 0);
        position = sweep.position();
        if (sweep.isOver()) {
          return calls;
        }
      }
      throw new AssertionError("the walk does not come to its end");
    }

    void days(int days) {
      for (int day = 0; day < days; day++) {
        period++;
        sweep(STEPS_MAX);
      }
    }

    /// Checks that the tree is sound and holds the items, and no byte of a deleted one.
    void check() {
      List<Position> positions =
          TreeCheck.entries(dynamo, ROOT).stream().map(entry -> entry.position()).toList();
      assertEquals(items.stream().map(this.positions::apply).sorted().toList(), positions);
      Set<Integer> left = new TreeSet<>();
      Matcher keys = Pattern.compile("item-([0-9]{6})").matcher(dynamo.rawText());
      while (keys.find()) {
        left.add(Integer.valueOf(keys.group(1)));
      }
      left.retainAll(deleted);
      assertEquals(Set.of(), left, "keys of deleted items");
    }

    World rebuilt() {
      World other = new World(limits, positions);
      List<Integer> all = new ArrayList<>(items);
      other.put(all);
      other.days(3);
      return other;
    }

    double pageUnits() {
      double before = dynamo.cost().readUnits();
      int pages = 50;
      for (int page = 0; page < pages; page++) {
        long rank = (long) page * items.size() / pages;
        new TreeReader(dynamo, _ -> () -> true, _ -> {}, 1 << 20)
            .page(
                new PageQuery(
                    GROUP,
                    List.of(Cell.WHOLE),
                    List.of(Cell.WHOLE),
                    Layout.SCORE,
                    Order.ASCENDING,
                    Window.WHOLE,
                    new Anchor.Rank(rank),
                    PAGE,
                    0));
      }
      return (dynamo.cost().readUnits() - before) / pages;
    }
  }

  private static String key(int item) {
    return "item-%06d".formatted(item);
  }

  private static Position inTimeOrder(int item) {
    return new Position(1_000_000 + item, Bytes.of(key(item).getBytes(StandardCharsets.UTF_8)));
  }

  /// Many items have the same score, so separators must have bytes of keys.
  private static Position byStars(int item) {
    return new Position(item % 5, Bytes.utf8(key(item)));
  }

  private static List<Integer> items(int count, IntPredicate which) {
    List<Integer> items = new ArrayList<>();
    for (int item = 0; item < count; item++) {
      if (which.test(item)) {
        items.add(item);
      }
    }
    return items;
  }

  private static List<Integer> shuffled(List<Integer> items) {
    List<Integer> shuffled = new ArrayList<>(items);
    Collections.shuffle(shuffled, new Random(2));
    return shuffled;
  }

  private static World isAsRebuilt(World world, String name) {
    World rebuilt = world.rebuilt();
    System.out.printf(
        "%s: %d bytes, rebuilt %d; %.2f units a page, rebuilt %.2f%n",
        name,
        world.dynamo.storedBytes() / world.items.size(),
        rebuilt.dynamo.storedBytes() / world.items.size(),
        world.pageUnits(),
        rebuilt.pageUnits());
    assertTrue(world.dynamo.storedBytes() <= 2 * rebuilt.dynamo.storedBytes());
    assertTrue(world.pageUnits() <= rebuilt.pageUnits() + 0.5);
    return rebuilt;
  }

  @Test
  void everyFiftiethOfFiftyThousandStays() {
    World world = new World(NodeLimits.DEFAULT, ThinnedGroupTest::inTimeOrder);
    world.put(items(50_000, _ -> true));
    world.delete(items(50_000, item -> item % 50 != 0));
    world.days(3);
    world.check();
    World rebuilt = isAsRebuilt(world, "in time order");
    Figures.counted("thinned-bytes", (double) world.dynamo.storedBytes() / world.items.size());
    Figures.counted(
        "thinned-rebuilt-bytes", (double) rebuilt.dynamo.storedBytes() / rebuilt.items.size());
    Figures.counted("thinned-page", world.pageUnits());
  }

  @Test
  void everyFiftiethStaysOfItemsWithTheSameScores() {
    World world = new World(NodeLimits.DEFAULT, ThinnedGroupTest::byStars);
    world.put(shuffled(items(50_000, _ -> true)));
    world.delete(shuffled(items(50_000, item -> item % 49 != 0)));
    world.days(3);
    world.check();
    isAsRebuilt(world, "by stars");
  }

  /// Levels of inner nodes, by the children that each has.
  @ParameterizedTest
  @ValueSource(ints = {100, 12, 5, 3})
  void groupsOfAllLevels(int children) {
    NodeLimits limits = new NodeLimits(400, children, 100_000, 100_000);
    for (int modulus : new int[] {2, 3, 10, 100}) {
      World world = new World(limits, ThinnedGroupTest::byStars);
      world.put(shuffled(items(1_000, _ -> true)));
      int levels = TreeCheck.levels(world.dynamo, ROOT);
      world.delete(shuffled(items(1_000, item -> item % modulus != 0)));
      world.days(3);
      world.check();
      System.out.printf(
          "%d children, every %dth: %d levels, then %d, %d bytes an item%n",
          children,
          modulus,
          levels,
          TreeCheck.levels(world.dynamo, ROOT),
          world.dynamo.storedBytes() / world.items.size());
      world.delete(List.copyOf(world.items));
      world.days(5);
      assertEquals(Set.of(), world.dynamo.nodes());
    }
  }

  @Test
  void nothingIsLeftOfAGroupWhoseItemsAreAllDeleted() {
    World world = new World(NodeLimits.DEFAULT, ThinnedGroupTest::inTimeOrder);
    world.put(items(50_000, _ -> true));
    world.delete(items(50_000, _ -> true));
    long before = world.dynamo.cost().roundTrips();
    world.days(3);
    System.out.println(
        "swept in %d round trips".formatted(world.dynamo.cost().roundTrips() - before));
    assertEquals(Set.of(), world.dynamo.nodes());
  }

  @Test
  void eachCallEndsWithItsTime() {
    World world = new World(NodeLimits.DEFAULT, ThinnedGroupTest::inTimeOrder);
    world.put(items(20_000, _ -> true));
    world.delete(items(20_000, item -> item % 50 != 0));
    world.period += 3;
    String position = Sweep.BEGIN;
    int calls = 0;
    do {
      long before = world.dynamo.cost().roundTrips();
      AtomicInteger left = new AtomicInteger(CALL_STEPS);
      Sweep sweep = world.process.sweep("g", position, () -> left.getAndDecrement() > 0);
      position = sweep.position();
      long trips = world.dynamo.cost().roundTrips() - before;
      assertTrue(trips <= CALL_TRIPS_MAX, () -> trips + " round trips");
      calls++;
    } while (!position.equals(Sweep.BEGIN));
    assertTrue(calls > 5, "it took " + calls + " calls");
    world.check();
    isAsRebuilt(world, "in calls of two steps");
  }
}
