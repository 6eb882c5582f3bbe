package pagemark.benchmark.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

/// What writing costs in SQL.
public final class SqlBatchBenchmark implements Benchmark {
  private static final long SEED = 20_261_121;
  private static final int BATCH = 1_000;
  private static final int WARM_UP = 5;

  /// So many batches of records come before those that count, because fences are cheap while there
  /// are few of them.
  private static final int FENCED_BEFORE = 50;

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "sql-batches",
        "Batches in SQL",
        "Entries per second in batches of 1,000 of one group, by the index's own writer. Rows of a"
            + " rebuild have no fence; records leave one each. Fences are what makes a record that"
            + " comes twice, or late, harmless.",
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
    private final PositionStream stream = new PositionStream(new Random(SEED), 1);
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
        index.vacuum();
        Supplier<List<Entry>> anywhere = () -> stream.anywhere(entries, BATCH);
        compare("rows of a rebuild, in time order", this::end, false, one, two);
        compare("rows of a rebuild, anywhere", anywhere, false, one, two);
        for (int i = 0; i < recordsBefore(); i++) {
          List<Entry> batch = end();
          group.write(PositionStream.ops(batch, this::newer));
          one.insert(batch, false);
          two.insert(batch, true);
        }
        index.vacuum();
        compare("records, in time order", this::end, true, one, two);
        compare("records, anywhere", anywhere, true, one, two);
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
    private void compare(
        String what,
        Supplier<List<Entry>> entries,
        boolean areRecords,
        PlainRows one,
        PlainRows two)
        throws Exception {
      Samples ours = new Samples();
      Samples single = new Samples();
      Samples twice = new Samples();
      for (int i = -WARM_UP; i < batches; i++) {
        List<Entry> batch = entries.get();
        List<Op> ops =
            PositionStream.ops(batch, areRecords ? this::newer : _ -> new Rule.Unfenced());
        double index = Turns.millis(() -> group.write(ops));
        double plain = Turns.millis(() -> one.insert(batch, false));
        double both = Turns.millis(() -> two.insert(batch, areRecords));
        if (i >= 0) {
          ours.add(index);
          single.add(plain);
          twice.add(both);
        }
      }
      record(what, ours, single, areRecords ? twice : null);
    }

    /// All batches count, with the checkpoints that some of them wait for.
    private static double rate(Samples millis) {
      return BATCH * 1e3 / millis.mean();
    }

    /// @param two null for rows of a rebuild, which are one row each
    private void record(String what, Samples ours, Samples one, @Nullable Samples two) {
      recorder.runs(database + ", " + what, "ms", ours);
      recorder.runs(database + ", " + what + ", one plain row", "ms", one);
      if (two != null) {
        recorder.runs(database + ", " + what + ", two plain rows", "ms", two);
      }
      double ratio = rate(ours) / rate(one);
      rows.add(
          List.of(
              database,
              what,
              Numbers.text(rate(ours)),
              two == null ? "" : Numbers.text(rate(two)),
              Numbers.text(rate(one)),
              Numbers.ratio(ratio),
              two == null ? "" : Numbers.ratio(rate(ours) / rate(two))));
      boolean hasAim = what.equals("records, in time order");
      recorder.figure(
          "sql-batches.%s.%s".formatted(id(database), id(what)),
          "%s, %s: entries per second by those of one plain row".formatted(database, what),
          ratio,
          hasAim ? Figure.atLeast(0.3) : null);
    }
  }

  private static String id(String text) {
    return text.toLowerCase(Locale.ROOT).replace(",", "").replace(' ', '-');
  }
}
