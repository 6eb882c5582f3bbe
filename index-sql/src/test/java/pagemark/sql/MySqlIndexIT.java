package pagemark.sql;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@Nightly
@TakesLong(nightly = 63)
final class MySqlIndexIT extends SqlIndexContract {
  MySqlIndexIT() {
    super(SqlServer.MYSQL, "", Shape.DEFAULT);
  }
}
