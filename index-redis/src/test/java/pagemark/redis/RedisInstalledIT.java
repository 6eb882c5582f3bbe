package pagemark.redis;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.RedisServer;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Runs the contract on a single node: the redis-server that is installed on this machine, such as
/// Debian's 7.0.
@Nightly
@TakesLong(nightly = 20)
final class RedisInstalledIT extends SingleServerContract {
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

  @Override
  SingleServer server() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server;
  }
}
