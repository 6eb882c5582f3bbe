package pagemark.redis;

import pagemark.index.TakesLong;
import pagemark.list.ListContract;

/// Runs the contract of lists on Redis.
@TakesLong(4)
final class RedisListIT extends ListContract {
  @Override
  protected String url() {
    return RedisTopology.SINGLE_NODE.url();
  }
}
