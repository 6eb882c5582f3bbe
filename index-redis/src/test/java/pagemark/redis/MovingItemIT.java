package pagemark.redis;

import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.Extent;
import pagemark.index.MovingItems;
import pagemark.index.TakesLong;

@TakesLong(nightly = 12)
final class MovingItemIT {
  @Test
  void noReadSeesAnItemTwiceOrNotAtAll() throws Exception {
    try (SingleServer server = SingleServer.start(RedisServer.Options.inMemory())) {
      new MovingItems(server.store(), Extent.of(1_000, 3_000)).run();
    }
  }
}
