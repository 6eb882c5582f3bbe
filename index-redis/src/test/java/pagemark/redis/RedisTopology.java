package pagemark.redis;

import pagemark.embedded.RedisServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import redis.clients.jedis.Jedis;

/// The kinds of Redis that tests of the functions run on. Each is started at its first use, serves
/// all tests of a run, one class after the other, and ends with it.
public enum RedisTopology {
  SINGLE_NODE,
  CLUSTER;

  private static final class Single {
    static final RedisServer SERVER = RedisServer.start(RedisServer.Options.inMemory());
  }

  private static final class Several {
    static final RedisCluster CLUSTER = RedisCluster.start();
  }

  /// For [IndexStores#open].
  public String url() {
    return switch (this) {
      case SINGLE_NODE -> Single.SERVER.uri().toString();
      case CLUSTER -> Several.CLUSTER.url();
    };
  }

  /// Empties the servers, and opens a store on them.
  public IndexStore emptyStore() {
    switch (this) {
      case SINGLE_NODE -> flush(Single.SERVER);
      case CLUSTER -> Several.CLUSTER.flushAll();
    }
    return IndexStores.open(url(), IndexSettings.DEFAULT);
  }

  private static void flush(RedisServer server) {
    try (Jedis node = new Jedis(server.uri())) {
      node.flushAll();
    }
  }
}
