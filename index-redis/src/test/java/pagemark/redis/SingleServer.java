package pagemark.redis;

import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import redis.clients.jedis.RedisClient;

/// A Redis server, a client of its own, and a store on it.
record SingleServer(RedisServer server, RedisClient redis, IndexStore store)
    implements AutoCloseable {
  static SingleServer start(RedisServer.Options options) {
    RedisServer server = RedisServer.start(options);
    return new SingleServer(
        server,
        RedisClient.create(server.uri()),
        IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT));
  }

  @Override
  public void close() {
    store.close();
    redis.close();
    server.close();
  }
}
