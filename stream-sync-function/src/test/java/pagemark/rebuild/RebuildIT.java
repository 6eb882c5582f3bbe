package pagemark.rebuild;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;

@TakesLong(value = 15, nightly = 60)
@ParameterizedClass
@MethodSource("pagemark.sync.AnyStore#redis")
final class RebuildIT extends RebuildOnServers {
  RebuildIT(IndexServer server) {
    super(server, Extent.of(600, 5_000));
  }
}
