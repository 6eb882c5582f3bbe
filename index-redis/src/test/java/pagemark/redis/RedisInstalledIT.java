package pagemark.redis;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/// Runs the contract on a single node: the redis-server that is installed on this machine, such as
/// Debian's 7.0. [RedisClusterIT] runs it on the embedded 6.2.
@Nightly
@TakesLong(nightly = 20)
final class RedisInstalledIT extends RedisIndexContract {
  private static @Nullable SingleServer server;

  @BeforeAll
  static void start() {
    Path binary = Wanted.on(RedisServer.installed(), "redis-server on the PATH");
    server = SingleServer.start(new RedisServer.Options(0, null, List.of(), binary));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static SingleServer server() {
    return requireNonNull(server, "not started");
  }

  @Override
  IndexStore store() {
    return server().store();
  }

  @Override
  void flush() {
    server().redis().flushAll();
  }

  @Override
  UnifiedJedis redis() {
    return server().redis();
  }

  @Override
  List<Jedis> nodes() {
    return List.of(new Jedis(server().server().uri()));
  }

  @Override
  long keys() {
    return server().redis().dbSize();
  }
}
