package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

/// Runs the contract on MariaDB with many levels of tree nodes.
@TakesLong(30)
final class MariaDbSmallIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.MARIADB.emptied();
  }

  @Override
  Shape shape() {
    return SMALL;
  }
}
