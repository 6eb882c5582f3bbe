package pagemark.rebuild;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.sql.SqlServer;

@ParameterizedClass
@EnumSource(names = {"SQLITE", "POSTGRESQL"})
@Nightly
@TakesLong(nightly = 20)
final class SqlRebuildIT extends RebuildOnServers {
  SqlRebuildIT(SqlServer server) {
    super(server, Extent.of(600, 2_000));
  }
}
