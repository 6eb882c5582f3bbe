package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.listing.Definitions.COMMENTS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.sync.BatchOutcome.Unapplied;
import redis.clients.jedis.RedisClient;

/// A Redis that has no memory left.
final class FullRedisIT {
  private static final Listings LISTINGS =
      Listings.parse(COMMENTS, Map.of("TABLE_NAME", TableModel.NAME));

  private final TableModel table = new TableModel(InstantSource.system());

  private DynamodbStreamRecord put(String writer, String product) {
    return table.put(
        Map.of("PK", fromS(writer), "PK2", fromS(product), "SK", fromS("2024-05-01 00:00")));
  }

  @Test
  void takesRemovalsAndRefusesTheRestUntilThereIsRoom() {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        RedisClient redis = RedisClient.create(server.uri());
        IndexStore index = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT)) {
      SyncFixture fixture =
          new SyncFixture(index, LISTINGS, TableModel.STREAM, InstantSource.system());
      StreamSyncHandler handler = fixture.handler();
      List<DynamodbStreamRecord> before =
          List.of(put("rita", "SHIRT"), put("ab", "SHIRT"), put("zoe", "SHIRT"));
      assertEquals(null, sync(handler, before));

      redis.configSet("maxmemory", "1mb");
      List<DynamodbStreamRecord> batch =
          List.of(table.remove("ab"), put("rita", "MUG"), put("new", "SHIRT"), table.remove("zoe"));
      Unapplied unapplied = sync(handler, batch);
      assertEquals(0, unapplied == null ? -1 : unapplied.record());
      assertTrue(String.valueOf(unapplied).contains("OOM"), String.valueOf(unapplied));
      assertEquals(1, fixture.dump(fixture.generations().getFirst(), "SHIRT").all().size());

      redis.configSet("maxmemory", "0");
      assertEquals(null, sync(handler, batch));
      fixture.assertHolds(List.of("SHIRT", "MUG"), table.items(), "when there is room again");
    }
  }

  private static @Nullable Unapplied sync(
      StreamSyncHandler handler, List<DynamodbStreamRecord> records) {
    return handler.sync(TableModel.event(records), () -> 60_000).unapplied();
  }
}
