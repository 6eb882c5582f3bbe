package pagemark.sql;

/// Runs the contract on an SQLite file with many levels of tree nodes and three shards for each
/// group.
final class SqliteSmallIT extends SqlIndexContract {
  SqliteSmallIT() {
    super(SqlServer.SQLITE, "?shards=3", SMALL);
  }
}
