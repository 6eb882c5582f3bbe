package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@Nightly
@TakesLong(nightly = 30)
final class MariaDbIndexIT extends SqlIndexContract {
  MariaDbIndexIT() {
    super(SqlServer.MARIADB, "", Shape.DEFAULT);
  }
}
