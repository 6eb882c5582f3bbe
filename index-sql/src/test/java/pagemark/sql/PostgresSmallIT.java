package pagemark.sql;

import pagemark.index.TakesLong;

/// Many levels of anchors, and three shards a group.
@TakesLong
final class PostgresSmallIT extends SqlIndexContract {
  @Override
  String emptyDatabase() {
    return SqlServer.POSTGRESQL.emptyDatabase() + "&shards=3";
  }

  @Override
  Shape shape() {
    return SMALL;
  }
}
