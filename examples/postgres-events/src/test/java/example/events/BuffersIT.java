package example.events;

import static org.junit.jupiter.api.Assertions.assertTrue;

import example.events.Event.Place;
import java.sql.SQLException;
import java.time.Instant;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import pagemark.servers.PostgresServer;

/// How many buffers of 8 KB each way to read a page takes, for README.md.
///
/// pg_stat_statements counts what `EXPLAIN (ANALYZE, BUFFERS)` shows, of the statements that the
/// example and the index really make. Each build has fewer events, as the index takes each row
/// alone.
final class BuffersIT {
  private static final int EVENTS = Integer.getInteger("events", 4_000);
  private static final int MEASURED = 20_000;
  private static final int SIZE = 20;
  private static final long SKIPPED = (long) EVENTS - EVENTS / 60;
  private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");

  private static final String BUFFERS =
      """
      SELECT sum(shared_blks_hit + shared_blks_read + temp_blks_read + temp_blks_written)
      FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'
      """;

  private final StringJoiner table = new StringJoiner("\n");

  private interface Way {
    int rows() throws SQLException;
  }

  @Test
  void aPageInTheMiddleCostsWhatReadmeSays() throws Exception {
    try (PostgresServer postgres = EventServer.start();
        EventServer server = new EventServer(postgres)) {
      server.run("CREATE EXTENSION pg_stat_statements");
      insert(server);
      server.index.rebuild();
      server.run("VACUUM ANALYZE events");
      measure(server);
      if (EVENTS == MEASURED) {
        Readme.hold("buffers", table.toString());
      }
    }
  }

  private static void insert(EventServer server) {
    server.run(
        """
        INSERT INTO events SELECT 'alice', i %% 4, '%s'::timestamptz + i * '1s'::interval,
          (ARRAY['login', 'order', 'view'])[i %% 3 + 1] FROM generate_series(1, %d) AS i
        """
            .formatted(FROM, EVENTS));
  }

  private void measure(EventServer server) throws SQLException {
    EventReads reads = server.reads;
    Event before = reads.offset("alice", SKIPPED - 1, 1).getFirst();
    Instant start = before.at().minusSeconds(100);
    table.add("| of %,d events, 20 after %,d | rows | buffers |".formatted(EVENTS, SKIPPED));
    table.add("| --- | --- | --- |");
    long keyset =
        row(server, "keyset in one shard", () -> reads.shard("alice", 0, before.at(), SIZE).size());
    row(
        server,
        "keyset of four shards, merged in one query",
        () -> reads.merged("alice", Place.after(before), SIZE).size());
    row(
        server,
        "keyset of four shards, merged in the client",
        () -> reads.mergedHere("alice", Place.after(before), SIZE).size());
    row(server, "a window of 100 seconds", () -> reads.window("alice", start, before.at()).size());
    long offset = row(server, "`OFFSET`", () -> reads.offset("alice", SKIPPED, SIZE).size());
    row(
        server,
        "`count(*)`",
        () -> (int) server.ask("SELECT count(*) FROM events WHERE user_id = 'alice'"));
    long index =
        row(
            server,
            "page %,d by the index".formatted(SKIPPED / SIZE + 1),
            () -> server.index.page(reads, "alice", SKIPPED / SIZE + 1, SIZE).size());
    assertTrue(keyset < 10 && index < 60 && offset > EVENTS / 200, table.toString());
  }

  /// The second time: the first one may set marks in rows, and reads the catalog.
  private long row(EventServer server, String name, Way way) throws SQLException {
    way.rows();
    server.run("SELECT pg_stat_statements_reset()");
    int rows = way.rows();
    long buffers = server.ask(BUFFERS);
    table.add("| %s | %,d | %,d |".formatted(name, rows, buffers));
    return buffers;
  }
}
