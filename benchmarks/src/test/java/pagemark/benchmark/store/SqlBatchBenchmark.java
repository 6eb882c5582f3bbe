package pagemark.benchmark.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.key.Entry;

/// What writing costs in SQL.
public final class SqlBatchBenchmark implements Benchmark {
  private static final long SEED = 20_261_121;
  private static final int BATCH = 1_000;
  private static final int WARM_UP = 5;

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
        recorder,
        (database, url) -> {
          try (IndexStore store = GroupFill.open(url);
              PlainTable plain = PlainTable.connect(url)) {
            new Run(database, GroupFill.of(store, "all"), plain, recorder, effort.of(25, 100))
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
    private final GroupFill group;
    private final PlainTable plain;
    private final Recorder recorder;
    private final int batches;
    private final PositionStream stream = new PositionStream(new Random(SEED), 1);
    private long written;
    private long sequence;

    private Run(
        String database, GroupFill group, PlainTable plain, Recorder recorder, int batches) {
      this.database = database;
      this.group = group;
      this.plain = plain;
      this.recorder = recorder;
      this.batches = batches;
    }

    private void measure(int entries) throws Exception {
      group.fill(stream, entries);
      written = entries;
      plain.vacuum();
      plain.create();
      plain.vacuum();
      IntFunction<Rule> unfenced = _ -> new Rule.Unfenced();
      IntFunction<Rule> newer = _ -> new Rule.Newer(new Sequence("1%020d".formatted(++sequence)));
      compare("rows of a rebuild, in time order", this::end, unfenced);
      compare("rows of a rebuild, anywhere", () -> stream.anywhere(entries, BATCH), unfenced);
      compare("records, in time order", this::end, newer);
      compare("records, anywhere", () -> stream.anywhere(entries, BATCH), newer);
    }

    private List<Entry> end() {
      written += BATCH;
      return stream.inTime(written, BATCH);
    }

    private void compare(String what, Supplier<List<Entry>> entries, IntFunction<Rule> rule)
        throws Exception {
      Samples ours = new Samples();
      Samples two = new Samples();
      Samples one = new Samples();
      for (int i = -WARM_UP; i < batches; i++) {
        List<Entry> batch = entries.get();
        List<Op> ops = PositionStream.ops(batch, rule);
        double index = Turns.millis(() -> group.write(ops));
        double single = Turns.millis(() -> plain.insert(1, batch));
        double twice = Turns.millis(() -> plain.insertTwice(2, batch));
        if (i >= 0) {
          ours.add(BATCH * 1e3 / index);
          one.add(BATCH * 1e3 / single);
          two.add(BATCH * 1e3 / twice);
        }
      }
      record(what, ours, one, two);
    }

    private void record(String what, Samples ours, Samples one, Samples two) {
      recorder.runs(database + ", " + what, "entries/s", ours);
      recorder.runs(database + ", " + what + ", one plain row", "entries/s", one);
      recorder.runs(database + ", " + what + ", two plain rows", "entries/s", two);
      double ratio = ours.median() / one.median();
      rows.add(
          List.of(
              database,
              what,
              Numbers.text(ours.median()),
              Numbers.text(two.median()),
              Numbers.text(one.median()),
              Numbers.ratio(ratio),
              Numbers.ratio(ours.median() / two.median())));
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
