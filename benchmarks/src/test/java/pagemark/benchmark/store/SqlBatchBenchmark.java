package pagemark.benchmark.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
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

  /// The peer of the index's writer: inserts of plain rows with the same primary key, into tables
  /// of their own. In SQLite these have a file of their own, so that no writer checkpoints another
  /// one's pages.
  private static final class PlainRows implements AutoCloseable {
    /// So many rows an INSERT.
    private static final int ROWS = 250;

    /// The number that the index gives its first group.
    private static final long GROUP = 1;

    private final Connection connection;
    private final String positions;
    private final String fences;

    private PlainRows(Connection connection, String positions) {
      this.connection = connection;
      this.positions = positions;
      this.fences = positions + "_fence";
    }

    /// Rows beside those of an index: the same positions, and no fences.
    ///
    /// @param url of the index
    /// @param name of the table of positions
    static PlainRows beside(String url, String name) throws SQLException {
      boolean isFile = url.startsWith("jdbc:sqlite:");
      PlainRows rows = new PlainRows(PlainTable.open(isFile ? url + "-" + name : url), name);
      rows.execute(rows.creation().formatted(rows.positions));
      rows.execute(rows.creation().formatted(rows.fences));
      rows.connection.commit();
      if (isFile) {
        rows.connection.setAutoCommit(true);
        rows.execute("ATTACH '%s' AS pagemark".formatted(url.substring("jdbc:sqlite:".length())));
        rows.connection.setAutoCommit(false);
      }
      rows.execute(
          "INSERT INTO %s SELECT group_id, shard_id, place, cell FROM %spm_position"
              .formatted(name, isFile ? "pagemark." : ""));
      rows.connection.commit();
      rows.settle();
      return rows;
    }

    /// Inserts of many rows each, and a commit.
    ///
    /// @param withFences adds a second row for each entry, in another table, under the item's key:
    ///   nobody who keeps a fence beside each position can do with less
    void insert(List<Entry> entries, boolean withFences) throws SQLException {
      insert(positions, entries, false);
      if (withFences) {
        insert(fences, entries, true);
      }
      connection.commit();
    }

    private void insert(String table, List<Entry> entries, boolean byItem) throws SQLException {
      for (int from = 0; from < entries.size(); from += ROWS) {
        List<Entry> some = entries.subList(from, Math.min(entries.size(), from + ROWS));
        try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO %s (group_id, shard_id, place, cell) VALUES (?, ?, ?, ?)"
                        .formatted(table)
                    + ", (?, ?, ?, ?)".repeat(some.size() - 1))) {
          int n = 0;
          for (Entry entry : some) {
            insert.setLong(++n, GROUP);
            insert.setInt(++n, 0);
            insert.setBytes(
                ++n, byItem ? entry.position().member().toArray() : PositionStream.place(entry));
            insert.setString(++n, entry.cell().name());
          }
          insert.executeUpdate();
        }
      }
    }

    /// Does what the database would do sooner or later.
    private void settle() throws SQLException {
      connection.setAutoCommit(true);
      switch (connection.getMetaData().getDatabaseProductName()) {
        case "PostgreSQL" -> execute("VACUUM ANALYZE " + positions);
        case "SQLite" -> execute("PRAGMA wal_checkpoint(TRUNCATE)");
        default -> execute("ANALYZE TABLE " + positions);
      }
      connection.setAutoCommit(false);
    }

    private String creation() throws SQLException {
      return switch (connection.getMetaData().getDatabaseProductName()) {
        case "SQLite" ->
            """
            CREATE TABLE %s (group_id INTEGER NOT NULL, shard_id INTEGER NOT NULL,
              place BLOB NOT NULL, cell TEXT NOT NULL,
              PRIMARY KEY (group_id, shard_id, place)) WITHOUT ROWID\
            """;
        case "PostgreSQL" ->
            """
            CREATE TABLE %s (group_id BIGINT NOT NULL, shard_id SMALLINT NOT NULL,
              place BYTEA NOT NULL, cell TEXT NOT NULL,
              PRIMARY KEY (group_id, shard_id, place) INCLUDE (cell))\
            """;
        default ->
            """
            CREATE TABLE %s (group_id BIGINT NOT NULL, shard_id SMALLINT NOT NULL,
              place VARBINARY(2800) NOT NULL, cell VARBINARY(64) NOT NULL,
              PRIMARY KEY (group_id, shard_id, place))\
            """;
      };
    }

    private void execute(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
