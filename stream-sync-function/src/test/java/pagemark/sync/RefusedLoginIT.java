package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.sync.BatchOutcome.Unapplied;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/// Redis refuses the function's login, or its right to write, for a while. The batch comes again
/// from its first record, and no record is given up.
final class RefusedLoginIT {
  private static final String USER = "pagemark-sync";
  private final TableModel table = new TableModel(InstantSource.system());

  @Test
  void noRecordIsGivenUpIfALoginIsRefused() {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        Jedis admin = new Jedis(server.uri())) {
      allow(admin, ">first", "+@all");
      String url = "redis://%s:first@127.0.0.1:%d".formatted(USER, server.uri().getPort());
      try (IndexStore index = IndexStores.open(url, IndexSettings.DEFAULT)) {
        SyncFixture fixture =
            new SyncFixture(index, TableModel.COMMENTS, TableModel.STREAM, InstantSource.system());
        StreamSync consumer = fixture.consumer();
        List<DynamodbStreamRecord> before =
            List.of(table.comment("rita", "SHIRT"), table.comment("ab", "SHIRT"));
        assertNull(consumer.sync(TableModel.event(before), () -> 60_000).unapplied());

        List<DynamodbStreamRecord> batch =
            List.of(
                table.comment("new", "SHIRT"), table.comment("rita", "MUG"), table.remove("ab"));
        allow(admin, ">second", "+@all");
        assertFails(consumer, batch, "user \"pagemark-sync\" is refused: wrong user or password");
        allow(admin, ">first", "+@all", "-zadd", "-zrem");
        assertFails(consumer, batch, "user \"pagemark-sync\" has no right to what was asked");

        allow(admin, ">first", "+@all");
        assertNull(consumer.sync(TableModel.event(batch), () -> 60_000).unapplied());
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
      StreamSync consumer, List<DynamodbStreamRecord> batch, String reason) {
    assertEquals(
        new Unapplied(0, "Redis: " + reason),
        consumer.sync(TableModel.event(batch), () -> 60_000).unapplied());
  }
}
