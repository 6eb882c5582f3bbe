package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.LocalState;
import pagemark.local.data.LocalState.LocalIndex;
import pagemark.local.data.TableDesign;
import pagemark.local.http.HttpFront.Request;
import pagemark.state.DatabasePool;
import pagemark.state.Generation;
import pagemark.state.Inexact.Cause;
import pagemark.sync.StreamSync;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The scheduled work of a local stack finds and restores what its Redis has lost, while nothing is
/// written. The test makes each run itself, so that it does not wait for minutes.
final class UpkeepIT {
  private static final int NOTES = 150;
  private static final Listings LISTINGS =
      Listings.parse(
          """
          {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
            "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
            "expires": {"attribute": "ttl"}, "attributes": "*"}}
          """,
          Map.of());

  private final List<String> log = new ArrayList<>();

  @Test
  void theFifthRunRestoresWhatTheIndexHasLost() {
    try (LocalDatabase database = LocalDatabase.of(DatabasePool.borrow());
        LocalIndex index = LocalIndex.start(null, 0)) {
      LocalState state = opened(database, index);
      StackStart.Functions functions = new StackStart.Functions(state, _ -> {});
      StreamSync consumer = functions.consumer();
      Upkeep upkeep = Upkeep.of(state, functions.sync(consumer), log::add);
      database
          .dynamo()
          .putItem(
              put ->
                  put.tableName("notes")
                      .item(Map.of("id", fromS("n1"), "topic", fromS("a"), "at", fromN("1"))));
      // The stream may show a record some seconds after it was written.
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (entries(state) == 0 && System.nanoTime() < end) {
        upkeep.attempt(0);
      }
      assertEquals(1, entries(state), "the watch has brought it");
      consumer.note(Optional.of(Instant.now()));

      lose(index);
      assertEquals(0, entries(state));
      for (int run = 1; run <= 3; run++) {
        upkeep.attempt(run);
        assertEquals(Set.of(), serving(state).inexact());
      }
      upkeep.attempt(4);
      assertEquals(
          List.of(Cause.LOST_WRITES),
          serving(state).inexact().stream().map(mark -> mark.cause()).toList());

      upkeep.attempt(5);
      assertEquals(1, entries(state));
      assertEquals(1, serving(state).inexact().size(), "that write has found the loss anew");
      upkeep.attempt(6);
      assertEquals(Set.of(), serving(state).inexact(), log::toString);
      assertTrue(
          log.stream().anyMatch(line -> line.startsWith("lost writes were applied again")),
          log::toString);
    }
  }

  /// More notes than one request for items may name.
  @Test
  void everyRunSweepsWhatHasExpired() {
    try (LocalDatabase database = LocalDatabase.of(DatabasePool.borrow());
        LocalIndex index = LocalIndex.start(null, 0)) {
      LocalState state = opened(database, index);
      StackStart.Functions functions = new StackStart.Functions(state, _ -> {});
      Upkeep upkeep = Upkeep.of(state, functions.sync(functions.consumer()), log::add);
      String ttl = Long.toString(Instant.now().plusSeconds(600).getEpochSecond());
      for (int i = 0; i < NOTES; i++) {
        Map<String, AttributeValue> note =
            Map.of(
                "id", fromS("n" + i),
                "topic", fromS("a"),
                "at", fromN("" + i),
                "ttl", i == 0 ? fromS("never") : fromN(ttl));
        database.dynamo().putItem(put -> put.tableName("notes").item(note));
      }
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (entries(state) < NOTES && System.nanoTime() < end) {
        upkeep.attempt(0);
      }
      assertEquals(NOTES, entries(state), "nothing has expired");

      LocalState later =
          new LocalState(
              LISTINGS,
              database,
              index,
              state.listed(),
              state.items(),
              () -> Instant.now().plusSeconds(900));
      Upkeep.of(later, functions.sync(functions.consumer()), log::add).attempt(0);
      assertEquals(1, entries(state), log::toString);
      assertTrue(serving(state).isExact(Instant.now().plusSeconds(900)), log::toString);
    }
  }

  /// Somebody switches the stream off: of the stack's own table, or of one that is only read. The
  /// next start switches that of the own table on again.
  @Test
  void tellsThatTheStreamIsOffUntilTheNextStart() throws Exception {
    try (LocalDatabase database = LocalDatabase.of(DatabasePool.borrow());
        LocalIndex index = LocalIndex.start(null, 0)) {
      LocalState state = opened(database, index);
      StackStart.Functions functions = new StackStart.Functions(state, _ -> {});
      database
          .dynamo()
          .updateTable(u -> u.tableName("notes").streamSpecification(s -> s.streamEnabled(false)));
      LocalState.ListedTable read =
          new LocalState.ListedTable(state.listed().source(), state.table(), true, true);
      LocalState tried =
          new LocalState(LISTINGS, database, index, read, state.items(), state.clock());
      for (LocalState each : List.of(tried, state)) {
        serving(state)
            .inexact()
            .forEach(mark -> state.items().clear("notes", serving(state).id(), mark));
        Upkeep.of(each, functions.sync(functions.consumer()), log::add).attempt(0);
        assertEquals(
            List.of(Cause.STREAM_OFF),
            serving(state).inexact().stream().map(mark -> mark.cause()).toList());
      }
      HealthRoute health =
          new HealthRoute(
              state,
              new IndexBuild(state, functions.consumer(), null),
              null,
              null,
              " --index " + index.address());
      Request request = new Request("GET", "/health", "", Map.of(), Bytes.utf8(""));
      String told = health.answer(request).body().text();
      assertTrue(
          told.contains(
              "aws dynamodb update-table --table-name notes --endpoint-url %s --stream-specification"
                  .formatted(database.server().endpoint())),
          told);

      LocalState next = opened(database, index);
      assertNotEquals(state.table().stream(), next.table().stream());
      assertEquals(null, next.table().fault());
    }
  }

  private static LocalState opened(LocalDatabase database, LocalIndex index) {
    return LocalState.open(
        LISTINGS,
        database,
        index,
        opened -> LocalState.ListedTable.created(opened, TableDesign.of(LISTINGS)));
  }

  private static Generation serving(LocalState state) {
    return state.items().serving("notes").orElseThrow();
  }

  private static int entries(LocalState state) {
    GroupRef group = new GroupRef(serving(state).id(), "notes", new Group("a"));
    return GroupDump.of(state.index().store().inspector(), group, List.of()).all().size();
  }

  /// Deletes all keys of the group, fences included; the slot stays marked.
  private static void lose(LocalIndex index) {
    try (Jedis redis = new Jedis(URI.create(index.url()))) {
      Set<String> keys = redis.keys("pm:*:{notes/a}:*");
      assertTrue(redis.del(keys.toArray(String[]::new)) > 1);
    }
  }
}
