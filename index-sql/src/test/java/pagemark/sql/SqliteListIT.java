package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.list.ListContract;

/// Runs the contract of lists on SQLite.
@Nightly
@TakesLong(nightly = 25)
final class SqliteListIT extends ListContract {
  @Override
  protected String url() {
    return SqlServer.SQLITE.url();
  }
}
