package pagemark.sql;

import pagemark.index.TakesLong;

@TakesLong
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
