package pagemark.sql;

/// Many levels of anchors, and three shards a group.
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
