package example.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.events.Event.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import pagemark.list.ListPage;
import pagemark.list.ListQuery;
import pagemark.servers.PostgresServer;

/// Pages and totals are those of a sorted model, whatever was written, and however it is read.
final class EventsIT {
  private static final long SEED = 20_261_127;
  private static final int TRANSACTIONS = 200;
  private static final PostgresServer POSTGRES = EventServer.start();

  private static final String SLOT =
      "FROM pg_replication_slots WHERE database = current_database()";

  private final Random random = new Random(SEED);

  @AfterAll
  static void stop() {
    POSTGRES.close();
  }

  @Test
  void pagesAndTotalsAreThoseOfASortedModel() throws Exception {
    System.out.println("EventsIT seed " + SEED);
    try (EventServer server = new EventServer(POSTGRES);
        Connection writer = server.connect()) {
      EventModel model = new EventModel(random, writer);
      write(model);
      server.index.rebuild();
      check(server, model);
      for (int i = 0; i < TRANSACTIONS; i++) {
        model.transaction();
        if (i % 20 == 0) {
          server.index.follow(1 + i / 10);
        }
      }
      server.followAll();
      check(server, model);

      FutureTask<Void> beside = new FutureTask<>(writing(model));
      Thread.ofPlatform().start(beside);
      server.index.rebuild();
      beside.get();
      server.followAll();
      check(server, model);
      assertEquals(1, server.ask("SELECT count(*) " + SLOT));
    }
  }

  private static Callable<Void> writing(EventModel model) {
    return () -> {
      write(model);
      return null;
    };
  }

  private static void write(EventModel model) throws SQLException {
    for (int i = 0; i < TRANSACTIONS; i++) {
      model.transaction();
    }
  }

  private void check(EventServer server, EventModel model) throws SQLException {
    for (String user : EventModel.USERS) {
      List<Event> sorted = model.sorted(user);
      assertTrue(sorted.size() > 20, "the model has " + sorted.size());
      int size = 1 + random.nextInt(20);
      checkFilters(server, user, sorted);
      checkWindows(server, user, sorted);
      Place from = Place.NEWEST;
      for (int number = 1; number <= (sorted.size() - 1) / size + 1; number++) {
        int skipped = (number - 1) * size;
        List<Event> page = sorted.subList(skipped, Math.min(skipped + size, sorted.size()));
        assertEquals(page, server.index.page(server.reads, user, number, size));
        assertEquals(page, server.reads.merged(user, from, size));
        assertEquals(page, server.reads.mergedHere(user, from, size));
        assertEquals(page, server.reads.offset(user, skipped, size));
        from = Place.after(page.getLast());
      }
      assertEquals(List.of(), server.index.page(server.reads, user, sorted.size() + 1, size));
    }
  }

  private static void checkFilters(EventServer server, String user, List<Event> sorted)
      throws SQLException {
    for (String kind : EventModel.KINDS) {
      String value = kind.equals("view") ? "other" : kind;
      ListQuery query = ListQuery.of(user).where("kind", value).size(100);
      ListPage page = server.index.list().page(query, 1);
      List<String> keys =
          sorted.stream().filter(e -> e.kind().equals(kind)).map(e -> e.item().key()).toList();
      assertEquals(keys.size(), page.total());
      assertEquals(keys.subList(0, Math.min(100, keys.size())), page.keys());
    }
  }

  private static void checkWindows(EventServer server, String user, List<Event> sorted)
      throws SQLException {
    List<Event> all = new ArrayList<>();
    for (int millis = 150; millis > 0; millis -= 10) {
      all.addAll(
          server.reads.window(
              user, EventModel.FROM.plusMillis(millis - 10), EventModel.FROM.plusMillis(millis)));
    }
    assertEquals(sorted, all);
    List<Event> first = sorted.stream().filter(event -> event.shard() == 1).limit(9).toList();
    assertEquals(first, server.reads.shard(user, 1, Place.NEWEST.at(), 9));
  }

  /// The server may not keep more of the log than 16 MB for a follower that does not come.
  @Test
  void aLostSlotIsNoticedAndARebuildMendsIt() throws Exception {
    try (EventServer server = new EventServer(POSTGRES);
        Connection writer = server.connect()) {
      EventModel model = new EventModel(random, writer);
      write(model);
      server.index.rebuild();
      server.run("ALTER SYSTEM SET max_slot_wal_keep_size = '16MB'", "SELECT pg_reload_conf()");
      String behind = "SELECT pg_current_wal_lsn() - restart_lsn " + SLOT;
      long before = server.ask(behind);
      insertOthers(server);
      long kept = server.ask(behind) - before;
      Readme.hold(
          "slot",
          "After 100,000 inserts a slot that nobody read kept %d MB of the log."
              .formatted(kept / 1_000_000));
      server.run(
          "DELETE FROM events WHERE user_id = 'carol'",
          "SELECT pg_logical_emit_message(false, 'other', repeat('x', 50000000))",
          "CHECKPOINT");
      assertEquals(1, server.ask("SELECT count(*) " + SLOT + " AND wal_status = 'lost'"));
      assertThrows(StaleIndexException.class, () -> server.index.follow(100));
      model.transaction();
      server.index.rebuild();
      write(model);
      server.followAll();
      check(server, model);
      server.run("ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
      server.run("TRUNCATE events");
      assertThrows(StaleIndexException.class, () -> server.index.follow(100));
    }
  }

  private static void insertOthers(EventServer server) {
    server.run(
        """
        INSERT INTO events SELECT 'carol', i % 4, '2026-01-01Z'::timestamptz + i * '1s'::interval,
          'view' FROM generate_series(1, 100000) AS i
        """);
  }

  @Test
  void withoutOldRowsNothingIsFollowed() throws Exception {
    try (EventServer server = new EventServer(POSTGRES)) {
      server.run("ALTER TABLE events REPLICA IDENTITY DEFAULT");
      server.index.rebuild();
      server.run("INSERT INTO events VALUES ('bob', 0, '2026-01-01Z', 'view')");
      assertEquals(1, server.index.follow(100));
      server.run("DELETE FROM events");
      assertThrows(StaleIndexException.class, () -> server.index.follow(100));
    }
  }

  /// What other tables write is not kept for the index.
  @Test
  void aSlotMovesOnThoughNoEventIsWritten() throws Exception {
    try (EventServer server = new EventServer(POSTGRES)) {
      server.index.rebuild();
      server.run("CREATE TABLE other AS SELECT FROM generate_series(1, 1000)");
      assertEquals(0, server.index.follow(100));
      long behind = server.ask("SELECT pg_current_wal_lsn() - confirmed_flush_lsn " + SLOT);
      assertTrue(behind < 10_000, "it stays " + behind + " bytes behind");
    }
  }
}
