package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.Figures;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Nightly;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.PageQuery;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Window;
import pagemark.index.rows.InMemoryRuns;
import pagemark.tree.SimulatedProcess;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.read.TreeReader;
import pagemark.tree.request.RootScan;
import pagemark.tree.request.RootScan.Root;
import pagemark.tree.request.RootScan.RootsPart;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// Most items of a group are deleted, as sessions are that end after a day, and it is swept each
/// day. It must stay about as small and as cheap to read as a rebuild would make it.
@Nightly
final class ThinnedGroupTest {
  private static final GroupRef GROUP = new GroupRef("g", "sessions", new Group("shop"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final int PERIOD_SECONDS = 86_400;
  private static final int BATCH = 500;
  private static final int STEPS_MAX = 3_000;
  private static final int CALL_TRIPS_MAX = 40;
  private static final int PAGE = 20;
  private static final int PAGES = 50;
  private static final int STAYING = 50;
  private static final int CELLS = 3;

  /// What a group takes: bytes, and read units of a page, of the one at a place whose items are
  /// gone, of facets behind it, and of an audit.
  private record Price(
      double bytes,
      double first,
      double last,
      double any,
      double dead,
      double facets,
      double audit) {
    void isAtMost(Price other, String name) {
      System.out.printf("%s:%n  %s%n  %s after a rebuild%n", name, this, other);
      assertTrue(bytes <= 2 * other.bytes, name + ": bytes");
      assertTrue(first <= 1 + 1.1 * other.first, name + ": the first page");
      assertTrue(last <= 1 + 1.1 * other.last, name + ": the last page");
      assertTrue(any <= 1 + 1.1 * other.any, name + ": any page");
      assertTrue(dead <= 1 + 1.1 * other.dead, name + ": at a place without items");
      assertTrue(facets <= 1 + 1.1 * other.facets, name + ": facets");
    }
  }

  /// A group with its process.
  private static final class World {
    final SimulatedNodes store = new SimulatedNodes("g");
    final Set<Integer> items = new TreeSet<>();
    private final IntFunction<Position> positions;
    private final TreeWriter trees;
    private final PageIndexWriter process;
    private final Inspector inspector;
    private long period = 20_000;
    private long sequence;
    private int next;

    World(IntFunction<Position> positions) {
      this.positions = positions;
      store.forgetVersions();
      Random random = new Random(1);
      trees = new TreeWriter(store, SimulatedItems.LIMITS, random, _ -> {});
      process =
          SimulatedProcess.writer(
              store,
              this::roots,
              SimulatedItems.LIMITS,
              random,
              _ -> {},
              () -> Instant.ofEpochSecond(period * PERIOD_SECONDS),
              Duration.ofSeconds(PERIOD_SECONDS),
              new InMemoryRuns(1));
      inspector =
          SimulatedProcess.inspector(store, this::roots, SimulatedItems.LIMITS, random, _ -> {});
    }

    private RootsPart roots(String generation, String from) {
      return store.item(ROOT, Item.Name.N) instanceof Item.Content content
          ? new RootsPart(List.of(new Root(ROOT, GroupName.of(GROUP), content)), RootScan.BEGIN)
          : new RootsPart(List.of(), RootScan.BEGIN);
    }

    void put(Collection<Integer> some) {
      items.addAll(some);
      write(some, true);
    }

    void delete(Collection<Integer> some) {
      items.removeAll(some);
      write(some, false);
    }

    private void write(Collection<Integer> some, boolean isHere) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int item : some) {
        Rule newer = new Rule.Newer(new Sequence("" + (sequence += 1_000)));
        Cell cell = isHere ? new Cell("" + item % CELLS) : null;
        ops.add(new PlaceOp(item, Place.of(positions.apply(item)), cell, newer));
      }
      for (int from = 0; from < ops.size(); from += BATCH) {
        List<PlaceOp> batch = ops.subList(from, Math.min(from + BATCH, ops.size()));
        assertTrue(trees.write(GROUP, batch, period, () -> false).isPresent());
      }
    }

    /// Lets sessions begin, a number each day, and end after some days.
    void days(int days, int perDay, int life, int staying) {
      for (int day = 0; day < days; day++) {
        put(IntStream.range(next, next + perDay).boxed().toList());
        next += perDay;
        int end = next - life * perDay;
        delete(
            IntStream.range(Math.max(0, end - perDay), Math.max(0, end))
                .filter(item -> item % staying != 0)
                .boxed()
                .toList());
        period++;
        sweep(STEPS_MAX);
      }
    }

    void rest(int days) {
      days(days, 0, 0, 1);
    }

    /// Sweeps to the end of a walk, with this number of steps in each call.
    void sweep(int steps) {
      String position = Sweep.BEGIN;
      for (int calls = 0; calls <= STEPS_MAX / steps; calls++) {
        AtomicInteger left = new AtomicInteger(steps);
        long before = store.cost().roundTrips();
        Sweep sweep = process.sweep("g", position, () -> left.getAndDecrement() > 0);
        assertTrue(steps > 2 || store.cost().roundTrips() - before <= CALL_TRIPS_MAX);
        position = sweep.position();
        if (sweep.isOver()) {
          return;
        }
      }
      throw new AssertionError("the walk does not come to its end");
    }

    /// Checks that the tree is sound, holds the items, and no register of a deleted one.
    void check() {
      assertEquals(
          items.stream().map(positions::apply).sorted().toList(),
          TreeCheck.entries(store, ROOT).stream().map(entry -> entry.position()).toList());
      long registers =
          store.nodes().stream()
              .map(node -> store.item(node, Item.Name.N))
              .mapToLong(item -> item instanceof Leaf leaf ? leaf.registers().size() : 0)
              .sum();
      assertEquals(items.size(), registers);
    }

    World rebuilt() {
      World other = new World(positions);
      List<Integer> all = new ArrayList<>(items);
      all.sort((a, b) -> positions.apply(a).compareTo(positions.apply(b)));
      other.put(all);
      other.rest(3);
      return other;
    }

    private double units(Runnable reads) {
      double before = store.cost().readUnits();
      reads.run();
      return store.cost().readUnits() - before;
    }

    private PageIndexReader reader() {
      return new TreeReader(store, _ -> () -> true, _ -> {}, 1 << 20);
    }

    private double page(Anchor from) {
      PageQuery query =
          new PageQuery(GROUP, Layout.SCORE, Order.ASCENDING, Window.WHOLE, from, PAGE, 0);
      return units(() -> reader().page(query));
    }

    Price price(int gone) {
      Position place = positions.apply(gone);
      double any = 0;
      for (int page = 0; page < PAGES; page++) {
        any += page(new Anchor.Rank((long) page * items.size() / PAGES)) / PAGES;
      }
      List<Cell> cells = IntStream.range(0, CELLS).mapToObj(n -> new Cell("" + n)).toList();
      Window window = new Window(place, null);
      return new Price(
          (double) store.storedBytes() / items.size(),
          page(new Anchor.Rank(0)),
          page(new Anchor.Last()),
          any,
          page(new Anchor.Following(place)),
          units(() -> reader().counts(new CountQuery(GROUP, cells, Layout.SCORE, window))),
          units(this::audit));
    }

    private void audit() {
      assertEquals(0, inspector.keptCounts().orElseThrow().wrong(GROUP));
      for (Bytes from = Place.FIRST; from != null; ) {
        from = inspector.entries(GROUP, Cell.WHOLE, from).next();
      }
    }
  }

  private static Position inTimeOrder(int item) {
    return new Position(1_000_000 + item, Bytes.utf8("item-%06d".formatted(item)));
  }

  private static Position anywhere(int item) {
    long scattered = (item * 0x9E3779B97F4A7C15L) >>> 40;
    return new Position(scattered, Bytes.utf8("item-%06d".formatted(item)));
  }

  private static Price isAsRebuilt(World world, String name, int gone) {
    world.check();
    Price price = world.price(gone);
    price.isAtMost(world.rebuilt().price(gone), name);
    return price;
  }

  @Test
  void everyFiftiethOfFiftyThousandStays() {
    World world = new World(ThinnedGroupTest::inTimeOrder);
    world.days(1, 50_000, 0, STAYING);
    world.rest(3);
    Price price = isAsRebuilt(world, "thinned out", 24_999);
    Figures.counted("thinned-bytes", price.bytes());
    Figures.counted("thinned-rebuilt-bytes", world.rebuilt().price(24_999).bytes());
    Figures.counted("thinned-page", price.any());
  }

  @Test
  void aMonthOfSessionsThatEnd() {
    for (IntFunction<Position> positions :
        List.<IntFunction<Position>>of(ThinnedGroupTest::inTimeOrder, ThinnedGroupTest::anywhere)) {
      World world = new World(positions);
      world.days(30, 2_000, 1, Integer.MAX_VALUE);
      world.rest(3);
      isAsRebuilt(world, "a month", 1_999);
      world.delete(List.copyOf(world.items));
      world.rest(5);
      assertEquals(Set.of(), world.store.nodes());
    }
  }

  @Test
  void halfAYearOfSessionsOfWhichAFiftiethStays() {
    for (IntFunction<Position> positions :
        List.<IntFunction<Position>>of(ThinnedGroupTest::inTimeOrder, ThinnedGroupTest::anywhere)) {
      World world = new World(positions);
      world.days(180, 300, 7, STAYING);
      world.days(10, 0, 0, 1);
      isAsRebuilt(world, "half a year", 26_999);
    }
  }

  @Test
  void eachCallEndsWithItsTime() {
    World world = new World(ThinnedGroupTest::inTimeOrder);
    world.put(IntStream.range(0, 20_000).boxed().toList());
    world.delete(IntStream.range(0, 20_000).filter(item -> item % STAYING != 0).boxed().toList());
    for (int day = 0; day < 3; day++) {
      world.period++;
      world.sweep(2);
    }
    isAsRebuilt(world, "in calls of two steps", 9_999);
  }
}
