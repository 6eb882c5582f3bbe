package pagemark.redis;

import pagemark.embedded.RedisServer;
import pagemark.index.IndexServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Markers;
import redis.clients.jedis.Jedis;

/// The kinds of Redis on which the functions' tests run. Each is started at its first use in a
/// thread, serves all tests that run in this thread, and ends with the run.
public enum RedisTopology implements IndexServer {
  SINGLE_NODE,
  CLUSTER;

  private static final ThreadLocal<RedisServer> SINGLE =
      ThreadLocal.withInitial(() -> RedisServer.start(RedisServer.Options.inMemory()));
  private static final ThreadLocal<RedisCluster> SEVERAL =
      ThreadLocal.withInitial(RedisCluster::start);

  @Override
  public String url() {
    return switch (this) {
      case SINGLE_NODE -> SINGLE.get().uri().toString();
      case CLUSTER -> SEVERAL.get().url();
    };
  }

  @Override
  public IndexStore emptyStore() {
    switch (this) {
      case SINGLE_NODE -> flush(SINGLE.get());
      case CLUSTER -> SEVERAL.get().flushAll();
    }
    return IndexStores.open(url(), IndexSettings.DEFAULT);
  }

  @Override
  public Markers markers(IndexStore store) {
    return switch (this) {
      case SINGLE_NODE -> store.markers();
      case CLUSTER -> SEVERAL.get().markers(store);
    };
  }

  private static void flush(RedisServer server) {
    try (Jedis node = new Jedis(server.uri())) {
      node.flushAll();
    }
  }
}
