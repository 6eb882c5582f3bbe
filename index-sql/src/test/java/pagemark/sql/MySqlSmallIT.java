package pagemark.sql;

import pagemark.index.TakesLong;

/// Runs the contract on MySQL with many levels of tree nodes.
@TakesLong(30)
final class MySqlSmallIT extends SqlIndexContract {
  MySqlSmallIT() {
    super(SqlServer.MYSQL, "", SMALL);
  }
}
