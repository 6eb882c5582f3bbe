package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.list.ListContract;

/// Runs the contract of lists on MySQL.
@TakesLong(10)
final class MySqlListIT extends ListContract {
  @Override
  protected String url() {
    return SqlServer.MYSQL.url();
  }
}
