package pagemark.redis;

import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.MovingItems;

final class MovingItemIT {
  @Test
  void noReadSeesAnItemTwiceOrNotAtAll() throws Exception {
    try (SingleServer server = SingleServer.start(RedisServer.Options.inMemory())) {
      new MovingItems(server.store(), 3_000).run();
    }
  }
}
