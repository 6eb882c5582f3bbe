package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(20)
final class MySqlIndexIT extends SqlIndexContract {
  MySqlIndexIT() {
    super(SqlServer.MYSQL, "", Shape.DEFAULT);
  }
}
