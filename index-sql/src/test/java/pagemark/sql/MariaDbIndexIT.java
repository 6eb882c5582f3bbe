package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(20)
final class MariaDbIndexIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.MARIADB.emptied();
  }

  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
