package pagemark.sql;

import pagemark.index.TakesLong;

/// Runs the contract on MariaDB with many levels of anchors.
@TakesLong
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
