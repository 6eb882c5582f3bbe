package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(20)
final class PostgresIndexIT extends SqlIndexContract {
  PostgresIndexIT() {
    super(SqlServer.POSTGRESQL, "", Shape.DEFAULT);
  }
}
