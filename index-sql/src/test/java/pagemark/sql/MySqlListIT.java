package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.list.ListContract;

/// Runs the contract of lists on MySQL.
@Nightly
@TakesLong(nightly = 25)
final class MySqlListIT extends ListContract {
  @Override
  protected String url() {
    return SqlServer.MYSQL.url();
  }
}
