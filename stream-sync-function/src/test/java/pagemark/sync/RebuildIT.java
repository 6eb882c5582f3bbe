package pagemark.sync;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.redis.RedisTopology;

@ParameterizedClass
@EnumSource
final class RebuildIT extends RebuildOnServers {
  RebuildIT(RedisTopology server) {
    super(server, 5_000);
  }
}
