package pagemark.benchmark.store;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.IndexStore;
import pagemark.index.Rule;
import pagemark.servers.PostgresServer;

/// The blocks of 8 KB that PostgreSQL touches for ten events of four write shards. The table and
/// its rows are those of YugabyteDB's article "How to Optimize Pagination for Distributed Data
/// While Maintaining Ordering"; PostgreSQL has no HASH in a key. pg_stat_statements counts the
/// shared ones that `EXPLAIN (ANALYZE, BUFFERS)` shows.
public record EventBuffers(Connection connection, int events, Map<String, Long> found) {
  private static final int BATCH = 10_000;
  private static final String TABLE =
      """
      CREATE EXTENSION pg_stat_statements;
      CREATE TABLE events (user_id integer, shard_id smallint DEFAULT (random() * 10000)::int % 4,
        event_ts timestamp, details text, PRIMARY KEY (user_id, shard_id, event_ts));
      SELECT setseed(0.5);
      INSERT INTO events (user_id, event_ts, details)
        SELECT 1, '2024-01-01'::timestamp + make_interval(mins => n), 'details-' || n
        FROM generate_series(1, $EVENTS) n;
      """;
  private static final String SORTED =
      "SELECT %s FROM events WHERE user_id = 1 AND shard_id IN (0, 1, 2, 3)"
          + " ORDER BY event_ts DESC LIMIT 10 OFFSET %d";
  private static final String SHARD = "(SELECT * FROM events WHERE user_id = 1 AND shard_id = ";
  private static final List<Cell> WHOLE = List.of(Cell.WHOLE);
  private static final String FROM = " AND event_ts <= '2024-01-01'::date + interval '1 min' * ";
  private static final String BUFFERS =
      """
      SELECT sum(shared_blks_hit + shared_blks_read) AS details FROM pg_stat_statements
      WHERE query NOT LIKE '%pg_stat_statements%'
      """;

  /// The buffers of the table, and of each way to read a page: all shards in one sort, one column
  /// of it by OFFSET, ten rows of each shard merged, and the same from where an index in another
  /// database says.
  public static Map<String, Long> measure(int events) throws Exception {
    try (PostgresServer server =
            PostgresServer.start("shared_preload_libraries=pg_stat_statements");
        Connection connection = DriverManager.getConnection(server.url());
        IndexStore store = GroupFill.open(server.emptyDatabase())) {
      EventBuffers table = new EventBuffers(connection, events, new LinkedHashMap<>());
      table.details(TABLE.replace("$EVENTS", "" + events));
      GroupFill index = GroupFill.of(store, "1");
      for (int first = 1; first <= events; first += BATCH) {
        List<Entry> batch =
            IntStream.range(first, first + BATCH).mapToObj(EventBuffers::entry).toList();
        index.write(PositionStream.ops(batch, _ -> new Rule.Unfenced()));
      }
      table.details("VACUUM ANALYZE");
      table.measure(index);
      return table.found;
    }
  }

  private static Entry entry(int minute) {
    return new Entry(Cell.WHOLE, new Position(minute, Bytes.utf8("" + minute)));
  }

  private void measure(GroupFill index) throws Exception {
    int deep = events / 10;
    found.put(
        "table",
        Long.valueOf(details("SELECT pg_relation_size('events') / 8192 AS details").getFirst()));
    details(SORTED.formatted("*", 0));
    measure("sorted", 0, () -> details(SORTED.formatted("*", 0)));
    measure("offset", deep, () -> details(SORTED.formatted("details", deep)));
    measure("merged", 0, () -> merged(""));
    measure(
        "index",
        deep,
        () -> merged(FROM + index.page(WHOLE, deep, events).positions().getFirst().score()));
  }

  private List<String> merged(String from) throws SQLException {
    return details(
        IntStream.range(0, 4)
            .mapToObj(shard -> SHARD + shard + from + " ORDER BY event_ts DESC LIMIT 10)")
            .collect(
                joining(" UNION ALL ", "SELECT * FROM (", ") e ORDER BY event_ts DESC LIMIT 10")));
  }

  /// Counts at the first time in a session that has read the catalog.
  private void measure(String name, int rank, Callable<List<String>> way) throws Exception {
    details("SELECT pg_stat_statements_reset() AS details");
    List<String> page = way.call();
    if (!page.equals(
        LongStream.range(rank, rank + 10).mapToObj(at -> "details-" + (events - at)).toList())) {
      throw new IllegalStateException("%s: %s".formatted(name, page));
    }
    found.put(name, Long.valueOf(details(BUFFERS).getFirst()));
  }

  private List<String> details(String sql) throws SQLException {
    List<String> details = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      boolean isQuery = statement.execute(sql);
      ResultSet rows = statement.getResultSet();
      while (isQuery && rows.next()) {
        details.add(rows.getString("details"));
      }
    }
    return details;
  }
}
