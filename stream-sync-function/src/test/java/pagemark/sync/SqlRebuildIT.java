package pagemark.sync;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.sql.SqlServer;

@ParameterizedClass
@EnumSource(names = {"SQLITE", "POSTGRESQL"})
final class SqlRebuildIT extends RebuildOnServers {
  SqlRebuildIT(SqlServer server) {
    super(server, 2_000);
  }
}
