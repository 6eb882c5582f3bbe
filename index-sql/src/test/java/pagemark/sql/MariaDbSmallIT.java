package pagemark.sql;

/// Many levels of anchors.
final class MariaDbSmallIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.MARIADB.emptyDatabase();
  }

  @Override
  Shape shape() {
    return SMALL;
  }
}
