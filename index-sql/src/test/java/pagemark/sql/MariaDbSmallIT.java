package pagemark.sql;

import pagemark.index.TakesLong;

/// Runs the contract on MariaDB with many levels of tree nodes.
@TakesLong(30)
final class MariaDbSmallIT extends SqlIndexContract {
  MariaDbSmallIT() {
    super(SqlServer.MARIADB, "", SMALL);
  }
}
