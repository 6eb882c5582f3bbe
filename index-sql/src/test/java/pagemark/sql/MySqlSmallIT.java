package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Runs the contract on MySQL with many levels of tree nodes.
@Nightly
@TakesLong(nightly = 75)
final class MySqlSmallIT extends SqlIndexContract {
  MySqlSmallIT() {
    super(SqlServer.MYSQL, "", SMALL);
  }
}
