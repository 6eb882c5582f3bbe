package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.sync.BatchOutcome.Unapplied;
import redis.clients.jedis.RedisClient;

/// A Redis that has no memory left.
final class FullRedisIT {
  private final TableModel table = new TableModel(InstantSource.system());

  @Test
  void takesRemovalsAndRefusesTheRestUntilThereIsRoom() {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        RedisClient redis = RedisClient.create(server.uri());
        IndexStore index = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT)) {
      SyncFixture fixture =
          new SyncFixture(index, TableModel.COMMENTS, TableModel.STREAM, InstantSource.system());
      StreamSync consumer = fixture.consumer();
      List<DynamodbStreamRecord> before =
          List.of(
              table.comment("rita", "SHIRT"),
              table.comment("ab", "SHIRT"),
              table.comment("zoe", "SHIRT"));
      assertEquals(null, sync(consumer, before));

      redis.configSet("maxmemory", "1mb");
      List<DynamodbStreamRecord> batch =
          List.of(
              table.remove("ab"),
              table.comment("rita", "MUG"),
              table.comment("new", "SHIRT"),
              table.remove("zoe"));
      Unapplied unapplied = sync(consumer, batch);
      assertEquals(0, unapplied == null ? -1 : unapplied.record());
      assertTrue(String.valueOf(unapplied).contains("OOM"), String.valueOf(unapplied));
      assertEquals(1, fixture.dump(fixture.generations().getFirst(), "SHIRT").all().size());

      redis.configSet("maxmemory", "0");
      assertEquals(null, sync(consumer, batch));
      fixture.assertHolds(List.of("SHIRT", "MUG"), table.items(), "when there is room again");
    }
  }

  private static @Nullable Unapplied sync(StreamSync consumer, List<DynamodbStreamRecord> records) {
    return consumer.sync(TableModel.event(records), () -> 60_000).unapplied();
  }
}
