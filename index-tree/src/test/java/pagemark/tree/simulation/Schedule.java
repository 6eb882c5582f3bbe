package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Turns;
import pagemark.index.Window;
import pagemark.index.rows.InMemoryRuns;
import pagemark.tree.SimulatedProcess;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.read.TreeReader;
import pagemark.tree.request.RootScan;
import pagemark.tree.request.RootScan.Root;
import pagemark.tree.request.RootScan.RootsPart;
import pagemark.tree.simulation.Faults.Fault;
import pagemark.tree.simulation.ListedTable.Change;
import pagemark.tree.simulation.ListedTable.Shard;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.TreeWriter;

/// One schedule: a table whose records several processes apply to an index, beside a rebuild's
/// scan, with all faults. At the end all is delivered, and the index must hold exactly what the
/// table holds. In some schedules all items are then deleted, and nothing may be left of the tree.
///
/// A seed decides everything.
final class Schedule {
  private static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("seed"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final int PROCESSES = 4;
  private static final int COUNT = 7;
  private static final int PAGES = 5;
  private static final int SEGMENTS = 3;
  private static final int STEPS_MAX = 400_000;
  private static final int LONG_SECONDS = 1_000_000;

  private enum Segment {
    OPEN,
    RUNS,
    DONE
  }

  final Faults faults;
  final SimulatedNodes store;
  private final Random random;
  private final Turns turns;
  private final FaultyNodes faulty;
  private final ListedTable table;
  private final NodeLimits limits;
  private final int periodSeconds;
  private final List<PageIndexWriter> processes = new ArrayList<>();
  private final PageIndexReader warm;
  private final Segment[] segments = new Segment[SEGMENTS];
  private String swept = Sweep.BEGIN;
  private long birth;

  Schedule(long seed) {
    random = new Random(seed);
    faults = new Faults(random);
    store = new SimulatedNodes(GROUP.generation());
    turns = new Turns(random, Instant.ofEpochSecond(1_714_521_600), 10);
    faulty = new FaultyNodes(store, turns, faults, random);
    table = new ListedTable(random);
    limits = SimulatedItems.limits(pick(160, 240, 400), pick(3, 4, 6), pick(120, 100_000), 100_000);
    periodSeconds = pick(4, LONG_SECONDS);
    warm = reader();
  }

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  /// Runs the schedule.
  ///
  /// @throws AssertionError if index and table differ at its end, or the tree is not sound
  void run() {
    turns.run(this::live);
  }

  private void live() {
    for (int n = pick(0, 100, 300); n > 0; n--) {
      table.change(turns.millis());
    }
    table.shards().forEach(shard -> shard.acknowledged = shard.changes.size());
    birth = turns.millis();
    turns.advance(Duration.ofMillis(1));
    Arrays.fill(segments, Segment.OPEN);
    for (int n = pick(200, 700); n > 0; n--) {
      happen();
      for (int steps = pick(1, 3); steps > 0; steps--) {
        step();
      }
    }
    faults.stop();
    deliver();
    judge();
    if (random.nextInt(10) < 3) {
      empty();
    }
  }

  private void step() {
    turns.step();
    faulty.step();
  }

  /// What people and the platform do between two steps.
  private void happen() {
    if (random.nextInt(3) == 0) {
      table.change(turns.millis());
    }
    if (random.nextInt(3) == 0) {
      read(table.shards().get(random.nextInt(table.shards().size())));
    }
    if (faults.happens(Fault.OLD_BATCH_AGAIN, 100)) {
      readAgain(table.shards().get(random.nextInt(table.shards().size())));
    }
    if (random.nextInt(50) == 0 && table.fall()) {
      faults.count(Fault.NUMBERS_FALL);
    }
    if (periodSeconds < LONG_SECONDS && faults.happens(Fault.PERIOD_PASSES, 400)) {
      turns.advance(Duration.ofMillis(random.nextInt(2000 * periodSeconds)));
    }
    if (random.nextInt(50) == 0) {
      scan();
    }
    if (random.nextInt(50) == 0) {
      page();
    }
    if (random.nextInt(40) == 0) {
      sweep();
    }
  }

  /// Goes on with a walk that removes what nobody needs, beside the traffic.
  private void sweep() {
    PageIndexWriter process = process();
    String from = swept;
    AtomicInteger steps = new AtomicInteger(pick(1, 3, 30));
    turns.start(
        () -> {
          try {
            swept =
                process
                    .sweep(GROUP.generation(), from, () -> steps.getAndDecrement() > 0)
                    .position();
            faults.count(Fault.SWEPT);
          } catch (IndexException e) {
            faults.count(Fault.SWEEP_FAILED);
          }
        });
  }

  private PageIndexReader reader() {
    return new TreeReader(faulty, _ -> () -> true, _ -> {}, 1 << 20);
  }

  /// Requests a page beside the traffic. It only must come, or fail as pages may.
  private void page() {
    PageIndexReader reader = random.nextInt(3) == 0 ? reader() : warm;
    int rank = random.nextInt(table.items().size() + 5);
    turns.start(
        () -> {
          try {
            reader.page(query(List.of(Cell.WHOLE), rank));
            faults.count(Fault.PAGE_READ);
          } catch (IndexException e) {
            faults.count(Fault.PAGE_FAILED);
          }
        });
  }

  private PageQuery query(List<Cell> cells, long rank) {
    return new PageQuery(
        GROUP,
        cells,
        cells,
        table.layout(),
        Order.ASCENDING,
        Window.WHOLE,
        new Anchor.Rank(rank),
        COUNT,
        0);
  }

  private void scan() {
    for (int n = 0; n < SEGMENTS; n++) {
      if (segments[n] == Segment.OPEN) {
        int segment = n;
        segments[n] = Segment.RUNS;
        List<String> keys =
            table.keys().stream().filter(key -> key.hashCode() % SEGMENTS == segment).toList();
        start(
            () -> handler().scan(keys),
            () -> segments[segment] = Segment.DONE,
            () -> segments[segment] = Segment.OPEN);
        return;
      }
    }
  }

  /// Starts the next batch of a shard, if none is under way.
  private void read(Shard shard) {
    if (shard.isRead || shard.isDone()) {
      return;
    }
    int from = shard.acknowledged;
    int to = Math.min(shard.changes.size(), from + pick(1, 3, 20, 60));
    List<Change> batch = List.copyOf(shard.changes.subList(from, to));
    shard.isRead = true;
    start(
        () -> handler().batch(batch),
        () -> {
          shard.isRead = false;
          if (!faults.happens(Fault.BATCH_AGAIN, 10)) {
            shard.acknowledged = to;
          }
        },
        () -> shard.isRead = false);
  }

  /// Delivers a part of a shard again that was acknowledged before, until it is done.
  private void readAgain(Shard shard) {
    int from = Math.max(0, shard.acknowledged - 1 - random.nextInt(60));
    int to = Math.min(shard.acknowledged, from + 1 + random.nextInt(30));
    if (from < to) {
      repeat(List.copyOf(shard.changes.subList(from, to)));
    }
  }

  private void repeat(List<Change> batch) {
    start(() -> handler().batch(batch), () -> {}, () -> repeat(batch));
  }

  private void start(Runnable work, Runnable done, Runnable failed) {
    turns.start(
        () -> {
          boolean isDone = false;
          try {
            work.run();
            isDone = true;
          } catch (Handler.Again e) {
            // it comes again
          } finally {
            (isDone ? done : failed).run();
          }
        });
  }

  private PageIndexWriter process() {
    if (processes.isEmpty() || random.nextInt(10) < 3) {
      processes.add(
          SimulatedProcess.writer(
              faulty,
              this::roots,
              limits,
              random,
              turns::sleep,
              turns,
              Duration.ofSeconds(periodSeconds),
              new InMemoryRuns(1)));
      if (processes.size() > PROCESSES) {
        processes.removeFirst();
      }
    }
    return processes.get(random.nextInt(processes.size()));
  }

  private Handler handler() {
    long period = periodSeconds * 1000L;
    Handler.Freshness freshness = new Handler.Freshness(period / 2, period / 10, birth);
    return new Handler(process(), GROUP, table, turns, faults, random, freshness);
  }

  /// Delivers all records.
  private void deliver() {
    for (int step = 0; step < STEPS_MAX; step++) {
      table.shards().forEach(this::read);
      scan();
      boolean isDone = table.shards().stream().allMatch(Shard::isDone);
      if (!turns.hasActors() && isDone && !faulty.isBusy()) {
        return;
      }
      step();
    }
    throw new AssertionError("the schedule does not come to an end");
  }

  private void judge() {
    List<Entry> expected =
        table.items().values().stream().sorted(Comparator.comparing(Entry::position)).toList();
    List<Entry> entries = TreeCheck.entries(store, ROOT);
    if (!entries.equals(expected)) {
      List<Entry> extra = new ArrayList<>(entries);
      extra.removeAll(expected);
      List<Entry> missing = new ArrayList<>(expected);
      missing.removeAll(entries);
      throw new AssertionError("should not be there: %s; missing: %s".formatted(extra, missing));
    }
    for (int n = 0; n < PAGES; n++) {
      judgePage(n % 2 == 0 ? warm : reader(), List.of(Cell.WHOLE), expected);
    }
    judgeWindow(expected);
    TreeWriter trees = new TreeWriter(store, limits, random, turns::sleep);
    assertEquals(0, trees.miscounts(GROUP), "miscounts");
    assertEquals(0, trees.recount(GROUP), "recounts");
    if (table.hasCells()) {
      List<Cell> cells = List.of(new Cell("1"), new Cell("3"));
      judgePage(
          warm, cells, expected.stream().filter(entry -> cells.contains(entry.cell())).toList());
    }
  }

  private void judgePage(PageIndexReader reader, List<Cell> cells, List<Entry> expected) {
    int from = random.nextInt(expected.size() + 2);
    List<Position> positions =
        expected.stream().skip(from).limit(COUNT).map(Entry::position).toList();
    PageSlice page = reader.page(query(cells, from));
    assertEquals(expected.size(), page.total(), "the total");
    assertEquals(positions, page.positions(), () -> "the page from " + from);
  }

  /// InnerCounts each cell between two entries.
  private void judgeWindow(List<Entry> expected) {
    int from = random.nextInt(Math.max(1, expected.size()));
    int to = from + random.nextInt(expected.size() - from + 1);
    Window window = new Window(boundary(expected, from), boundary(expected, to));
    List<Cell> cells = List.of(Cell.WHOLE, new Cell("1"), new Cell("2"));
    List<Long> counts = new ArrayList<>();
    for (Cell cell : cells) {
      counts.add(
          expected.subList(from, to).stream()
              .filter(entry -> cell.isWhole() || cell.equals(entry.cell()))
              .count());
    }
    assertEquals(
        counts, reader().counts(new CountQuery(GROUP, cells, table.layout(), window)), "a window");
  }

  private static @Nullable Position boundary(List<Entry> entries, int rank) {
    return rank < entries.size() ? entries.get(rank).position() : null;
  }

  /// Deletes all items, lets registers expire, and sweeps.
  private void empty() {
    List.copyOf(table.items().keySet()).forEach(item -> table.change(item, null, turns.millis()));
    deliver();
    judge();
    assertEquals(List.of(), TreeCheck.entries(store, ROOT));
    turns.advance(Duration.ofSeconds(5L * periodSeconds));
    PageIndexWriter process = process();
    for (long removed = 1; removed > 0; ) {
      removed = process.sweep(GROUP.generation(), Sweep.BEGIN, () -> true).removed();
      TreeCheck.entries(store, ROOT);
    }
    assertTrue(store.nodes().isEmpty(), () -> "left: " + store.nodes().size());
  }

  private RootsPart roots(String generation, String from) {
    return store.item(ROOT, Item.Name.N) instanceof Item.Content content
        ? new RootsPart(List.of(new Root(ROOT, GroupName.of(GROUP), content)), RootScan.BEGIN)
        : new RootsPart(List.of(), RootScan.BEGIN);
  }
}
