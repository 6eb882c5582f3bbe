package pagemark.sql;

import pagemark.index.TakesLong;

/// Runs the contract on an SQLite file with many levels of tree nodes and three shards for each
/// group.
@TakesLong(nightly = 15)
final class SqliteSmallIT extends SqlIndexContract {
  SqliteSmallIT() {
    super(SqlServer.SQLITE, "?shards=3", SMALL);
  }
}
