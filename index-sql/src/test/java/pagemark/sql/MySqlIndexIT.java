package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(value = 20, nightly = 63)
final class MySqlIndexIT extends SqlIndexContract {
  MySqlIndexIT() {
    super(SqlServer.MYSQL, "", Shape.DEFAULT);
  }
}
