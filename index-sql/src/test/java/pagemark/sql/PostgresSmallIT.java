package pagemark.sql;

import pagemark.index.TakesLong;

/// Runs the contract on PostgreSQL with many levels of tree nodes and three shards for each group.
@TakesLong(value = 20, nightly = 60)
final class PostgresSmallIT extends SqlIndexContract {
  PostgresSmallIT() {
    super(SqlServer.POSTGRESQL, "&shards=3", SMALL);
  }
}
