package pagemark.sql;

final class MariaDbIndexIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.MARIADB.emptyDatabase();
  }

  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
