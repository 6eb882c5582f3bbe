package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(20)
final class MariaDbIndexIT extends SqlIndexContract {
  MariaDbIndexIT() {
    super(SqlServer.MARIADB, "", Shape.DEFAULT);
  }
}
