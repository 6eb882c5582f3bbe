package pagemark.sql;

import pagemark.index.TakesLong;

/// Many levels of anchors.
@TakesLong
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
