package pagemark.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.RedisServer;
import pagemark.index.TakesLong;

/// Runs the contract on a single node: the embedded Redis 6.2.
@TakesLong(value = 5, nightly = 15)
final class RedisIndexIT extends SingleServerContract {
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
  SingleServer server() {
    return server;
  }
}
