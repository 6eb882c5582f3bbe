package pagemark.redis;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/// Runs the contract on a single node: the embedded Redis 6.2.
@TakesLong(5)
final class RedisIndexIT extends RedisIndexContract {
  private static SingleServer server;

  @BeforeAll
  static void start() {
    server = SingleServer.start(RedisServer.Options.inMemory());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  IndexStore store() {
    return server.store();
  }

  @Override
  void flush() {
    server.redis().flushAll();
  }

  @Override
  UnifiedJedis redis() {
    return server.redis();
  }

  @Override
  List<Jedis> nodes() {
    return List.of(new Jedis(server.server().uri()));
  }

  @Override
  long keys() {
    return server.redis().dbSize();
  }
}
