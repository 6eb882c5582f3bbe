package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

/// Runs the contract on an SQLite file.
@Nightly
@TakesLong(nightly = 20)
final class SqliteIndexIT extends SqlIndexContract {
  SqliteIndexIT() {
    super(SqlServer.SQLITE, "", Shape.DEFAULT);
  }
}
