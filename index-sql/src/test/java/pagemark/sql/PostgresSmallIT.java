package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

/// Runs the contract on PostgreSQL with many levels of tree nodes and three shards for each group.
@TakesLong(20)
final class PostgresSmallIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.POSTGRESQL.emptied() + "&shards=3";
  }

  @Override
  Shape shape() {
    return SMALL;
  }
}
