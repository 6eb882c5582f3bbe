package pagemark.benchmark.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import pagemark.entry.Entry;

/// The peer of the index's writer: inserts of plain rows with the same primary key, into tables of
/// their own. In SQLite these have a file of their own, so that no writer checkpoints another one's
/// pages.
final class PlainRows implements AutoCloseable {
  /// So many rows an INSERT.
  private static final int ROWS = 250;

  /// The number that the index gives its first group.
  private static final long GROUP = 1;

  private final Connection connection;
  private final String positions;
  private final String fences;

  private PlainRows(Connection connection, String positions) {
    this.connection = connection;
    this.positions = positions;
    this.fences = positions + "_fence";
  }

  /// Rows beside those of an index: the same positions, and no fences.
  ///
  /// @param url of the index
  /// @param name of the table of positions
  static PlainRows beside(String url, String name) throws SQLException {
    boolean isFile = url.startsWith("jdbc:sqlite:");
    PlainRows rows = new PlainRows(PlainTable.open(isFile ? url + "-" + name : url), name);
    rows.execute(rows.creation().formatted(rows.positions));
    rows.execute(rows.creation().formatted(rows.fences));
    rows.connection.commit();
    if (isFile) {
      rows.connection.setAutoCommit(true);
      rows.execute("ATTACH '%s' AS pagemark".formatted(url.substring("jdbc:sqlite:".length())));
      rows.connection.setAutoCommit(false);
    }
    rows.execute(
        "INSERT INTO %s SELECT group_id, shard_id, place, cell FROM %spm_position"
            .formatted(name, isFile ? "pagemark." : ""));
    rows.connection.commit();
    rows.settle();
    return rows;
  }

  /// Inserts of many rows each, and a commit.
  ///
  /// @param withFences adds a second row for each entry, in another table, under the item's key:
  ///   nobody who keeps a fence beside each position can do with less
  void insert(List<Entry> entries, boolean withFences) throws SQLException {
    insert(positions, entries, false);
    if (withFences) {
      insert(fences, entries, true);
    }
    connection.commit();
  }

  private void insert(String table, List<Entry> entries, boolean byItem) throws SQLException {
    for (int from = 0; from < entries.size(); from += ROWS) {
      List<Entry> some = entries.subList(from, Math.min(entries.size(), from + ROWS));
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO %s (group_id, shard_id, place, cell) VALUES (?, ?, ?, ?)"
                      .formatted(table)
                  + ", (?, ?, ?, ?)".repeat(some.size() - 1))) {
        int n = 0;
        for (Entry entry : some) {
          insert.setLong(++n, GROUP);
          insert.setInt(++n, 0);
          insert.setBytes(
              ++n, byItem ? entry.position().member().toArray() : PositionStream.place(entry));
          insert.setString(++n, entry.cell().name());
        }
        insert.executeUpdate();
      }
    }
  }

  /// Does what the database would do sooner or later.
  private void settle() throws SQLException {
    connection.setAutoCommit(true);
    switch (connection.getMetaData().getDatabaseProductName()) {
      case "PostgreSQL" -> execute("VACUUM ANALYZE " + positions);
      case "SQLite" -> execute("PRAGMA wal_checkpoint(TRUNCATE)");
      default -> execute("ANALYZE TABLE " + positions);
    }
    connection.setAutoCommit(false);
  }

  private String creation() throws SQLException {
    return switch (connection.getMetaData().getDatabaseProductName()) {
      case "SQLite" ->
          """
          CREATE TABLE %s (group_id INTEGER NOT NULL, shard_id INTEGER NOT NULL,
            place BLOB NOT NULL, cell TEXT NOT NULL,
            PRIMARY KEY (group_id, shard_id, place)) WITHOUT ROWID\
          """;
      case "PostgreSQL" ->
          """
          CREATE TABLE %s (group_id BIGINT NOT NULL, shard_id SMALLINT NOT NULL,
            place BYTEA NOT NULL, cell TEXT NOT NULL,
            PRIMARY KEY (group_id, shard_id, place) INCLUDE (cell))\
          """;
      default ->
          """
          CREATE TABLE %s (group_id BIGINT NOT NULL, shard_id SMALLINT NOT NULL,
            place VARBINARY(2800) NOT NULL, cell VARBINARY(64) NOT NULL,
            PRIMARY KEY (group_id, shard_id, place))\
          """;
    };
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
