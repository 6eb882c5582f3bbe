package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@Nightly
@TakesLong(nightly = 30)
final class PostgresIndexIT extends SqlIndexContract {
  PostgresIndexIT() {
    super(SqlServer.POSTGRESQL, "", Shape.DEFAULT);
  }
}
