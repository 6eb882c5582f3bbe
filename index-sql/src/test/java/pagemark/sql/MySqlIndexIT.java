package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(value = 20, nightly = 60)
final class MySqlIndexIT extends SqlIndexContract {
  MySqlIndexIT() {
    super(SqlServer.MYSQL, "", Shape.DEFAULT);
  }
}
