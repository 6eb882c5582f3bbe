package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Runs the contract on MariaDB with many levels of tree nodes.
@Nightly
@TakesLong(nightly = 70)
final class MariaDbSmallIT extends SqlIndexContract {
  MariaDbSmallIT() {
    super(SqlServer.MARIADB, "", SMALL);
  }
}
