package pagemark.redis;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.TakesLong;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/// Runs the contract on a cluster of three nodes.
@TakesLong(value = 10, nightly = 45)
final class RedisClusterIT extends RedisIndexContract {
  private static RedisCluster cluster;
  private static RedisClusterClient redis;
  private static IndexStore store;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start();
    redis =
        RedisClusterClient.create(
            new HostAndPort(cluster.server(0).uri().getHost(), cluster.server(0).uri().getPort()));
    store = IndexStores.open(cluster.url(), IndexSettings.DEFAULT);
  }

  @AfterAll
  static void stop() {
    store.close();
    redis.close();
    cluster.close();
  }

  @Override
  IndexStore store() {
    return store;
  }

  @Override
  void flush() {
    cluster.flushAll();
  }

  @Override
  UnifiedJedis redis() {
    return redis;
  }

  @Override
  List<Jedis> nodes() {
    return IntStream.range(0, cluster.nodes()).mapToObj(cluster::node).toList();
  }

  @Override
  long keys() {
    return cluster.keys();
  }
}
