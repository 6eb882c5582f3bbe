package pagemark.sql.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.index.IndexSettings;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.sql.SqlServer;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Schema;
import pagemark.sql.connection.SqlUrl;

/// Checks on PostgreSQL that a page of a group in 16 shards with 1,000,000 entries is merged from
/// the shards' indexes, and that it reads only the page's entries and one more of each shard.
@Nightly
@TakesLong(nightly = 17)
final class ShardedPlanIT {
  private static final int SHARDS = 16;
  private static final int ENTRIES = 1_000_000;
  private static final int PAGE = 20;
  private static final Pattern NODE = Pattern.compile("\"Node Type\": \"([^\"]+)\"");
  private static final Pattern ROWS = Pattern.compile("\"Actual Rows\": ([0-9.]+)");

  private static final Database DATABASE =
      new Database(
          SqlUrl.of(URI.create(SqlServer.POSTGRESQL.emptyDatabase() + "&shards=" + SHARDS)),
          new IndexSettings(
              IndexSettings.DEFAULT.fencePeriod(),
              IndexSettings.DEFAULT.connectTimeout(),
              IndexSettings.DEFAULT.replyTimeout().multipliedBy(24)));

  @BeforeAll
  static void fill() {
    Schema.migrate(DATABASE);
    DATABASE.write(
        tx -> {
          tx.update(
              """
              INSERT INTO pm_position (group_id, shard_id, place, cell)
              SELECT 1, i %% %d, int8send(i), '' FROM generate_series(1, %d) AS i\
              """
                  .formatted(SHARDS, ENTRIES));
          return tx.update("ANALYZE pm_position");
        });
  }

  @AfterAll
  static void close() {
    DATABASE.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPageReadsItsEntriesAndOneOfEachShard(boolean descending) {
    String plan = plan(RangeRead.ordered(SHARDS, 0, descending));
    List<Integer> scanned = scanned(plan);
    assertTrue(plan.contains("\"Node Type\": \"Merge Append\""), plan);
    assertEquals(SHARDS, scanned.size(), plan);
    int rows = scanned.stream().mapToInt(Integer::intValue).sum();
    assertTrue(rows >= PAGE && rows <= PAGE + SHARDS, () -> rows + " rows in " + plan);
  }

  /// The plan of a read from a place in the middle, to the last or to the first one.
  private static String plan(String sql) {
    boolean descending = sql.contains(" DESC ");
    Bytes middle = place(ENTRIES / 2);
    List<Object> parameters = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      parameters.add(1L);
      parameters.add(descending ? place(0) : middle);
      parameters.add(descending ? middle : Place.END);
      parameters.add(PAGE);
    }
    parameters.addAll(List.of(PAGE, 0));
    return DATABASE.read(
        tx ->
            String.join(
                "\n",
                tx.query(
                    "EXPLAIN (ANALYZE, FORMAT JSON) " + sql, row -> row.getString(1), parameters)));
  }

  private static Bytes place(long number) {
    return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /// The rows that each scan of an index has read. Fails if there is another kind of scan.
  private static List<Integer> scanned(String plan) {
    List<Integer> rows = new ArrayList<>();
    Matcher node = NODE.matcher(plan);
    while (node.find()) {
      String type = node.group(1);
      if (type.endsWith("Scan")) {
        assertTrue(type.equals("Index Only Scan") || type.equals("Index Scan"), plan);
        Matcher actual = ROWS.matcher(plan);
        assertTrue(actual.find(node.end()), plan);
        rows.add((int) Double.parseDouble(actual.group(1)));
      }
    }
    return rows;
  }
}
