package pagemark.redis;

import java.time.Instant;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import redis.clients.jedis.RedisClient;

/// A Redis server with a client and a store.
public record SingleServer(RedisServer server, RedisClient redis, IndexStore store)
    implements AutoCloseable {
  public static SingleServer start(RedisServer.Options options) {
    RedisServer server = RedisServer.start(options);
    return new SingleServer(
        server,
        RedisClient.create(server.uri()),
        IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT));
  }

  /// The same, with a READY and empty generation.
  static SingleServer startReady(String generation) {
    SingleServer server = start(RedisServer.Options.inMemory());
    server.store.markers().building(generation, "nonce", Instant.EPOCH);
    server.store.markers().ready(generation, "nonce");
    return server;
  }

  @Override
  public void close() {
    store.close();
    redis.close();
    server.close();
  }
}
