package pagemark.benchmark.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.entry.Entry;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;

/// What records of the stream cost in SQL.
public final class SqlBatchBenchmark implements Benchmark {
  private static final long SEED = 20_261_121;
  private static final int BATCH = 1_000;
  private static final int WARM_UP = 5;
  private static final String BATCHES = "records, in time order";

  /// So many batches of records come before those that count, because fences are cheap while there
  /// are few of them.
  private static final int FENCED_BEFORE = 50;

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "sql-batches",
        "Batches in SQL",
        "Entries per second in batches of 1,000 of one group, by the index's own writer. Records"
            + " leave a fence each, which is what makes a record that comes twice, or late,"
            + " harmless.",
        "multi-row inserts of two plain rows an entry, position and fence, into two tables with"
            + " the same kind of key",
        "multi-row inserts of one plain row an entry, into a table with the same rows and key");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int entries = effort.of(100_000, 5_000_000);
    recorder.setting("seed", SEED);
    recorder.setting("entries before", "%,d".formatted(entries));
    recorder.setting("entries a batch", BATCH);
    Databases.each(
        effort,
        recorder,
        (database, url) -> {
          try (IndexStore store = GroupFill.open(url)) {
            new Run(database, url, GroupFill.of(store, "all"), recorder, effort.of(25, 100))
                .measure(entries);
          }
        });
    recorder.table(
        new Table(
            "sql-batches.rates",
            "Entries per second",
            List.of(
                "Database",
                "Batch",
                "Pagemark",
                "two plain rows (floor)",
                "one plain row",
                "to one row",
                "to two rows"),
            rows));
  }

  /// One database.
  private final class Run {
    private final String database;
    private final String url;
    private final GroupFill group;
    private final Recorder recorder;
    private final int batches;
    private final PositionStream stream = new PositionStream(new Random(SEED));
    private long written;
    private long sequence;

    private Run(String database, String url, GroupFill group, Recorder recorder, int batches) {
      this.database = database;
      this.url = url;
      this.group = group;
      this.recorder = recorder;
      this.batches = batches;
    }

    private void measure(int entries) throws Exception {
      group.fill(stream, entries);
      written = entries;
      try (PlainTable index = PlainTable.connect(url);
          PlainRows one = PlainRows.beside(url, "one_row");
          PlainRows two = PlainRows.beside(url, "two_rows")) {
        for (int i = 0; i < recordsBefore(); i++) {
          List<Entry> batch = end();
          group.write(PositionStream.ops(batch, this::newer));
          one.insert(batch, false);
          two.insert(batch, true);
        }
        index.vacuum();
        compare(one, two);
      }
    }

    private int recordsBefore() {
      return Math.min(FENCED_BEFORE, 2 * batches);
    }

    private Rule newer(int op) {
      return new Rule.Newer(new Sequence("1%020d".formatted(++sequence)));
    }

    private List<Entry> end() {
      written += BATCH;
      return stream.inTime(written, BATCH);
    }

    /// Both plain tables get all rows, so that they stay as large as the index.
    private void compare(PlainRows one, PlainRows two) throws Exception {
      Samples ours = new Samples();
      Samples single = new Samples();
      Samples twice = new Samples();
      for (int i = -WARM_UP; i < batches; i++) {
        List<Entry> batch = end();
        List<Op> ops = PositionStream.ops(batch, this::newer);
        double index = Turns.millis(() -> group.write(ops));
        double plain = Turns.millis(() -> one.insert(batch, false));
        double both = Turns.millis(() -> two.insert(batch, true));
        if (i >= 0) {
          ours.add(index);
          single.add(plain);
          twice.add(both);
        }
      }
      record(ours, single, twice);
    }

    /// All batches count, with the checkpoints that some of them wait for.
    private static double rate(Samples millis) {
      return BATCH * 1e3 / millis.mean();
    }

    private void record(Samples ours, Samples one, Samples two) {
      recorder.runs(database + ", " + BATCHES, "ms", ours);
      recorder.runs(database + ", " + BATCHES + ", one plain row", "ms", one);
      recorder.runs(database + ", " + BATCHES + ", two plain rows", "ms", two);
      double ratio = rate(ours) / rate(one);
      rows.add(
          List.of(
              database,
              BATCHES,
              Numbers.text(rate(ours)),
              Numbers.text(rate(two)),
              Numbers.text(rate(one)),
              Numbers.ratio(ratio),
              Numbers.ratio(rate(ours) / rate(two))));
      recorder.figure(
          "sql-batches.%s.records-in-time-order".formatted(database.toLowerCase(Locale.ROOT)),
          "%s, %s: entries per second by those of one plain row".formatted(database, BATCHES),
          ratio,
          Figure.atLeast(0.3));
    }
  }
}
