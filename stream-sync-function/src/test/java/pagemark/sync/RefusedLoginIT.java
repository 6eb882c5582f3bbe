package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static pagemark.listing.Definitions.COMMENTS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.sync.BatchOutcome.Unapplied;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/// Redis refuses the function's login, or its right to write, for a while. The batch comes again
/// from its first record, and no record is given up.
final class RefusedLoginIT {
  private static final String USER = "pagemark-sync";
  private static final Listings LISTINGS =
      Listings.parse(COMMENTS, Map.of("TABLE_NAME", TableModel.NAME));

  private final TableModel table = new TableModel(InstantSource.system());

  private DynamodbStreamRecord put(String writer, String product) {
    return table.put(
        Map.of("PK", fromS(writer), "PK2", fromS(product), "SK", fromS("2024-05-01 00:00")));
  }

  @Test
  void noRecordIsGivenUpIfALoginIsRefused() {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        Jedis admin = new Jedis(server.uri())) {
      allow(admin, ">first", "+@all");
      String url = "redis://%s:first@127.0.0.1:%d".formatted(USER, server.uri().getPort());
      try (IndexStore index = IndexStores.open(url, IndexSettings.DEFAULT)) {
        SyncFixture fixture =
            new SyncFixture(index, LISTINGS, TableModel.STREAM, InstantSource.system());
        StreamSyncHandler handler = fixture.handler();
        List<DynamodbStreamRecord> before = List.of(put("rita", "SHIRT"), put("ab", "SHIRT"));
        assertNull(handler.sync(TableModel.event(before), () -> 60_000).unapplied());

        List<DynamodbStreamRecord> batch =
            List.of(put("new", "SHIRT"), put("rita", "MUG"), table.remove("ab"));
        allow(admin, ">second", "+@all");
        assertFails(handler, batch, "user \"pagemark-sync\" is refused: wrong user or password");
        allow(admin, ">first", "+@all", "-zadd", "-zrem");
        assertFails(handler, batch, "user \"pagemark-sync\" has no right to what was asked");

        allow(admin, ">first", "+@all");
        assertNull(handler.sync(TableModel.event(batch), () -> 60_000).unapplied());
        fixture.assertHolds(List.of("SHIRT", "MUG"), table.items(), "once it is mended");
      }
    }
  }

  /// Sets the user's rules and closes its connections.
  private static void allow(Jedis admin, String... rules) {
    admin.aclSetUser(USER, "reset", "on", "~*");
    admin.aclSetUser(USER, rules);
    admin.clientKill(new ClientKillParams().type(ClientType.NORMAL).user(USER));
  }

  private static void assertFails(
      StreamSyncHandler handler, List<DynamodbStreamRecord> batch, String reason) {
    assertEquals(
        new Unapplied(0, "Redis: " + reason),
        handler.sync(TableModel.event(batch), () -> 60_000).unapplied());
  }
}
