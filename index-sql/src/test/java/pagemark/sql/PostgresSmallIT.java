package pagemark.sql;

import pagemark.index.TakesLong;

/// Runs the contract on PostgreSQL with many levels of anchors and three shards for each group.
@TakesLong
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
