package pagemark.sql;

import pagemark.sql.tree.Shape;

/// Runs the contract on an SQLite file.
final class SqliteIndexIT extends SqlIndexContract {
  SqliteIndexIT() {
    super(SqlServer.SQLITE, "", Shape.DEFAULT);
  }
}
