package pagemark.benchmark.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Rule;

/// Half a billion entries in SQLite, which [ZipfRows] knows. It runs only if it is named. The file
/// is kept in `benchmark.folder`, if that is given; then a run that was stopped goes on there. With
/// `benchmark.until` it stops after a row, and compares the groups that are written.
public final class HalfBillionBenchmark implements Benchmark {
  private static final long SEED = 20_261_129;
  private static final long ROOM = 60_000_000_000L;
  private static final int STEP = 10_000_000;
  private static final int BATCH = 10_000;

  @Override
  public About about() {
    return new About(
        "half-billion",
        "Half a billion entries in SQLite",
        "A generator takes the place of the table: keys of 16 bytes, group after group, by time"
            + " within. The index's own writer writes them without fences, and what its reader and"
            + " its inspector say is compared with the generator. Database pages are those that a"
            + " new connection reads from the file for a page of 20 of the largest group.",
        "a time and a key: 25 bytes",
        "none: a page by OFFSET would read up to 30,000,000 rows");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    String kept = System.getProperty("benchmark.folder", "");
    if (effort == Effort.SMOKE || kept.isEmpty()) {
      Databases.inFile("SQLite", (_, url) -> new Run(url, recorder).all(effort));
    } else {
      Path folder = Files.createDirectories(Path.of(kept));
      new Run("jdbc:sqlite:" + folder.resolve("index.db"), recorder).all(effort);
    }
  }

  /// One file.
  static final class Run {
    private final String url;
    private final Recorder recorder;
    private final Path file;

    /// The number of all rows; then of each step how many it wrote, and in how many seconds.
    private final Path steps;

    private final List<List<String>> checked = new ArrayList<>();

    Run(String url, Recorder recorder) {
      this.url = url;
      this.recorder = recorder;
      this.file = Path.of(url.substring("jdbc:sqlite:".length()));
      this.steps = file.resolveSibling("steps");
    }

    private void all(Effort effort) throws Exception {
      boolean small = effort == Effort.SMOKE;
      boolean room = Files.getFileStore(file.getParent()).getUsableSpace() > ROOM;
      long most = Long.getLong("benchmark.rows", room ? 500_000_000 : 50_000_000);
      if (small) {
        write(100_000, 35_555);
      }
      write(small ? 100_000 : most, Long.getLong("benchmark.until", Long.MAX_VALUE));
      check(small ? 1_000 : Integer.getInteger("benchmark.pages", 1_000_000));
    }

    private <T> T step(String name, Callable<T> work) {
      long begin = System.nanoTime();
      try {
        T done = work.call();
        System.out.printf("  %s: %.1f s%n", name, (System.nanoTime() - begin) / 1e9);
        return done;
      } catch (Exception e) {
        throw new IllegalStateException(
            "half-billion stopped in the step \"%s\": %s; it goes on with -Dbenchmark.folder=%s"
                .formatted(name, e.getMessage(), file.getParent()),
            e);
      }
    }

    private ZipfRows rows() throws IOException {
      return new ZipfRows(Long.parseLong(Files.readAllLines(steps).getFirst()));
    }

    /// Writes the rows that the index lacks. A batch is in it as a whole, or not at all.
    ///
    /// @param most how many rows there are, if the file is new
    /// @param end where to stop
    void write(long most, long end) throws Exception {
      if (!Files.exists(steps)) {
        Files.writeString(steps, most + "\n");
      }
      ZipfRows rows = rows();
      long last = Math.min(end, rows.count());
      try (IndexStore store = step("open", () -> GroupFill.open(url))) {
        long to;
        for (long from = written(store, rows); from < last; from = to) {
          long begin = from;
          to = Math.min(last, (from / STEP + 1) * STEP);
          long stop = to;
          String name = "write rows %,d to %,d".formatted(begin, stop);
          step(name, () -> writeStep(store, rows, begin, stop));
        }
      }
    }

    private static long written(IndexStore store, ZipfRows rows) {
      int group = 0;
      for (int part = Integer.highestOneBit(rows.groups()); part > 0; part /= 2) {
        int next = group + part;
        group =
            next <= rows.groups() && size(store, next - 1) == rows.size(next - 1) ? next : group;
      }
      return group == rows.groups() ? rows.count() : rows.begin(group) + size(store, group);
    }

    private static long size(IndexStore store, int group) {
      return store.inspector().sizes(List.of(ref(group)), List.of(Cell.WHOLE)).getFirst().all();
    }

    /// The next batch is computed while one is written.
    private Path writeStep(IndexStore store, ZipfRows rows, long begin, long end) throws Exception {
      long start = System.nanoTime();
      CompletableFuture<List<GroupWrite>> next = batch(rows, begin, end);
      for (long from = begin; from < end; from += BATCH) {
        List<GroupWrite> batch = next.join();
        next = batch(rows, from + BATCH, end);
        GroupFill.requireApplied(store.writer().write(batch));
      }
      String line = "%d %f%n".formatted(end - begin, (System.nanoTime() - start) / 1e9);
      return Files.writeString(steps, line, StandardOpenOption.APPEND);
    }

    private static CompletableFuture<List<GroupWrite>> batch(ZipfRows rows, long begin, long end) {
      return CompletableFuture.supplyAsync(
          () -> {
            List<GroupWrite> writes = new ArrayList<>();
            for (long row = begin; row < Math.min(end, begin + BATCH); ) {
              int group = rows.group(row);
              long first = row - rows.begin(group);
              long last = Math.min(rows.size(group), first + Math.min(end, begin + BATCH) - row);
              List<Op> ops = rows.positions(group, first, last).stream().map(Run::op).toList();
              writes.add(new GroupWrite(ref(group), ops));
              row += last - first;
            }
            return writes;
          });
    }

    private static Op op(Position at) {
      return new Op(at.member(), new Rule.Unfenced(), new Entry(Cell.WHOLE, at), Set.of());
    }

    private static GroupRef ref(int group) {
      Group name = new Group("group%07d".formatted(group));
      return new GroupRef(GroupFill.GENERATION, "entries", name);
    }

    /// Compares the groups that are written.
    private void check(int pages) throws Exception {
      ZipfRows all = rows();
      recorder.setting("seed", SEED);
      recorder.setting("rows", "%,d".formatted(all.count()));
      ZipfRows rows;
      try (IndexStore store = step("open", () -> GroupFill.open(url))) {
        long written = written(store, all);
        rows = all.before(written);
        size(written);
        recorder.figure("half-billion.groups", "groups", rows.groups());
        recorder.figure("half-billion.largest", "rows of the largest group", (double) rows.size(0));
        compare("random pages", pages, seed -> isPage(store, rows, seed));
        compare(
            "random places, 1,000 entries each", pages / 100, seed -> isPlace(store, rows, seed));
        compare("groups: kept counts", 20, seed -> isCounted(store, rows, seed));
      }
      List<String> columns = List.of("What", "compared", "wrong", "a second");
      recorder.table(new Table("half-billion.checked", "Compared with the rows", columns, checked));
      step("the first, middle and last page", () -> pagesOfLargest(rows));
    }

    private void size(long written) throws Exception {
      Samples rates = new Samples();
      Samples rows = new Samples();
      Samples seconds = new Samples();
      for (String line : Files.readAllLines(steps).stream().skip(1).toList()) {
        rows.add(Double.parseDouble(line.split(" ", 2)[0]));
        seconds.add(Double.parseDouble(line.split(" ", 2)[1]));
        rates.add(rows.all().getLast() / seconds.all().getLast());
      }
      recorder.runs("steps", "rows/s", rates);
      try (PlainTable plain = PlainTable.connect(url)) {
        plain.vacuum();
        recorder.setting("SQLite", plain.version());
      }
      double bytes = Files.size(file);
      recorder.figure("half-billion.rows", "rows in the index", (double) written);
      recorder.figure("half-billion.rate", "rows a second", rows.mean() / seconds.mean());
      recorder.figure("half-billion.fastest", "the same, fastest step", rates.percentile(100));
      recorder.figure("half-billion.gigabytes", "GB of the file", bytes / 1e9);
      recorder.figure("half-billion.bytes", "bytes of the file an entry", bytes / written);
    }

    /// Asks with many seeds, from as many threads as there are processors.
    private void compare(String what, int count, LongPredicate isRight) {
      long begin = System.nanoTime();
      LongStream seeds = LongStream.range(SEED, SEED + count).parallel();
      long wrong = step("compare " + what, () -> seeds.filter(isRight.negate()).count());
      double rate = count * 1e9 / (System.nanoTime() - begin);
      checked.add(
          List.of(what, "%,d".formatted(count), "%,d".formatted(wrong), Numbers.text(rate)));
      if (wrong > 0) {
        throw new IllegalStateException("wrong: %,d %s".formatted(wrong, what));
      }
    }

    private static boolean isPage(IndexStore store, ZipfRows rows, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      long row = random.nextLong(rows.count());
      int group = rows.group(row);
      return isPage(store, rows, group, row - rows.begin(group), random.nextBoolean());
    }

    private static boolean isPage(
        IndexStore store, ZipfRows rows, int group, long from, boolean descending) {
      Order order = descending ? Order.DESCENDING : Order.ASCENDING;
      PageQuery query = new PageQuery(ref(group), Layout.SCORE, order, from, GroupFill.PAGE, 5);
      return store
          .reader()
          .page(query)
          .equals(rows.page(group, from, descending, query.count(), 5));
    }

    /// Compares a random row and those after it with the index, as an audit does.
    private static boolean isPlace(IndexStore store, ZipfRows rows, long seed) {
      long row = new SplittableRandom(seed).nextLong(rows.count());
      int group = rows.group(row);
      long rank = row - rows.begin(group);
      List<Position> own = rows.positions(group, rank, Math.min(rows.size(group), rank + 1_000));
      return store
          .inspector()
          .entries(ref(group), Cell.WHOLE, Place.of(own.getFirst()))
          .entries()
          .equals(own.stream().map(at -> new Entry(Cell.WHOLE, at)).toList());
    }

    /// The counts of the largest group, or of a random one.
    private static boolean isCounted(IndexStore store, ZipfRows rows, long seed) {
      int group = seed == SEED ? 0 : new SplittableRandom(seed).nextInt(rows.groups());
      return store.inspector().keptCounts().orElseThrow().wrong(ref(group)) == 0;
    }

    private static void requirePage(IndexStore store, ZipfRows rows, long from) {
      if (!isPage(store, rows, 0, from, true)) {
        throw new IllegalStateException("wrong page at %,d".formatted(from));
      }
    }

    private Table pagesOfLargest(ZipfRows rows) throws Exception {
      List<List<String>> costs = new ArrayList<>();
      try (IndexStore store = CountedSqlite.open(url)) {
        Map<String, Turns.Call> calls = new LinkedHashMap<>();
        calls.put("first", () -> requirePage(store, rows, 0));
        calls.put("middle", () -> requirePage(store, rows, rows.size(0) / 2));
        calls.put("last", () -> requirePage(store, rows, rows.size(0) - GroupFill.PAGE));
        Turns turns = new Turns();
        calls.forEach(turns::add);
        turns.run(30, 100);
        recorder.runs("", turns);
        for (Map.Entry<String, Turns.Call> page : calls.entrySet()) {
          List<String> cost = new ArrayList<>(CountedSqlite.cost(store, page.getValue()));
          cost.addFirst(page.getKey());
          cost.add(Numbers.text(turns.millisOf(page.getKey()).median()));
          costs.add(cost);
        }
      }
      List<String> columns = List.of("Page", "statements", "database pages", "ms");
      Table table = new Table("half-billion.pages", "A page of the largest group", columns, costs);
      recorder.table(table);
      return table;
    }
  }
}
