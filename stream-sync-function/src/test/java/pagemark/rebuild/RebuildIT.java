package pagemark.rebuild;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.redis.RedisTopology;

@TakesLong(value = 15, nightly = 60)
@ParameterizedClass
@EnumSource
final class RebuildIT extends RebuildOnServers {
  RebuildIT(RedisTopology server) {
    super(server, Extent.of(600, 5_000), 2);
  }
}
