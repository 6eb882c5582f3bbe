package pagemark.sql;

import pagemark.index.TakesLong;

@TakesLong
final class MariaDbIndexIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.MARIADB.emptied();
  }

  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
