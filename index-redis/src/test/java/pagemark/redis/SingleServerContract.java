package pagemark.redis;

import java.util.List;
import pagemark.index.IndexStore;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/// The contract on a single node.
abstract class SingleServerContract extends RedisIndexContract {
  abstract SingleServer server();

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
