package pagemark.sql;

import pagemark.index.TakesLong;
import pagemark.sql.tree.Shape;

@TakesLong(20)
final class PostgresIndexIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.POSTGRESQL.emptied();
  }

  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
