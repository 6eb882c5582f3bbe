package pagemark.benchmark.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import pagemark.key.Entry;

/// What one would do without Pagemark, in the same database: a table of the same rows with the same
/// primary key, LIMIT and OFFSET, and COUNT(*).
final class PlainTable implements AutoCloseable {
  /// So many rows an INSERT.
  private static final int ROWS = 250;

  private final Connection connection;

  private PlainTable(Connection connection) {
    this.connection = connection;
  }

  /// A connection with the settings of the index's own.
  static PlainTable connect(String url) throws SQLException {
    Properties properties = new Properties();
    if (url.startsWith("jdbc:sqlite:")) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL");
    }
    String known = url.startsWith("jdbc:mysql:") ? url + "&permitMysqlScheme&sslMode=disable" : url;
    PlainTable table = new PlainTable(DriverManager.getConnection(known, properties));
    table.connection.setAutoCommit(false);
    return table;
  }

  /// Makes the table with the rows that the index has, and an empty one for fences.
  void create() throws SQLException {
    execute(creation());
    execute(creation().replace("TABLE plain", "TABLE plain_fence"));
    execute(
        "INSERT INTO plain SELECT group_id, shard_id, place, cell FROM pm_position"
            + " ORDER BY group_id, shard_id, place");
    connection.commit();
  }

  private String creation() throws SQLException {
    return switch (connection.getMetaData().getDatabaseProductName()) {
      case "SQLite" ->
          """
          CREATE TABLE plain (group_id INTEGER NOT NULL, shard_id INTEGER NOT NULL,
            place BLOB NOT NULL, cell TEXT NOT NULL,
            PRIMARY KEY (group_id, shard_id, place)) WITHOUT ROWID\
          """;
      case "PostgreSQL" ->
          """
          CREATE TABLE plain (group_id BIGINT NOT NULL, shard_id SMALLINT NOT NULL,
            place BYTEA NOT NULL, cell TEXT NOT NULL,
            PRIMARY KEY (group_id, shard_id, place) INCLUDE (cell))\
          """;
      default ->
          """
          CREATE TABLE plain (group_id BIGINT NOT NULL, shard_id SMALLINT NOT NULL,
            place VARBINARY(2800) NOT NULL, cell VARBINARY(64) NOT NULL,
            PRIMARY KEY (group_id, shard_id, place))\
          """;
    };
  }

  /// As autovacuum would, sooner or later.
  void vacuum() throws SQLException {
    connection.setAutoCommit(true);
    switch (connection.getMetaData().getDatabaseProductName()) {
      case "PostgreSQL" -> execute("VACUUM ANALYZE");
      case "SQLite" -> execute("PRAGMA wal_checkpoint(TRUNCATE)");
      default -> execute("ANALYZE TABLE pm_position, pm_anchor");
    }
    connection.setAutoCommit(false);
  }

  /// Inserts of many rows each, and a commit.
  void insert(long group, List<Entry> entries) throws SQLException {
    insert("plain", group, entries, false);
    connection.commit();
  }

  /// The same, with a second row for each entry, in another table, under the item's key: what
  /// nobody who keeps a fence beside each position can go below.
  void insertTwice(long group, List<Entry> entries) throws SQLException {
    insert("plain", group, entries, false);
    insert("plain_fence", group, entries, true);
    connection.commit();
  }

  private void insert(String table, long group, List<Entry> entries, boolean byItem)
      throws SQLException {
    for (int from = 0; from < entries.size(); from += ROWS) {
      List<Entry> some = entries.subList(from, Math.min(entries.size(), from + ROWS));
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO %s (group_id, shard_id, place, cell) VALUES (?, ?, ?, ?)"
                      .formatted(table)
                  + ", (?, ?, ?, ?)".repeat(some.size() - 1))) {
        int n = 0;
        for (Entry entry : some) {
          insert.setLong(++n, group);
          insert.setInt(++n, 0);
          insert.setBytes(
              ++n, byItem ? entry.position().member().toArray() : PositionStream.place(entry));
          insert.setString(++n, entry.cell().name());
        }
        insert.executeUpdate();
      }
    }
  }

  /// The places that LIMIT and OFFSET bring, of the index's own table.
  List<byte[]> page(String condition, long offset) throws SQLException {
    return places(
        "SELECT place FROM pm_position WHERE %s ORDER BY place DESC LIMIT 20 OFFSET %d"
            .formatted(condition, offset),
        null);
  }

  /// The places after another one, as a cursor brings them: a range read of the primary key.
  List<byte[]> following(String condition, byte[] place) throws SQLException {
    return places(
        "SELECT place FROM pm_position WHERE %s AND place < ? ORDER BY place DESC LIMIT 20"
            .formatted(condition),
        place);
  }

  private List<byte[]> places(String query, byte @Nullable [] place) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      if (place != null) {
        statement.setBytes(1, place);
      }
      List<byte[]> places = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          places.add(rows.getBytes(1));
        }
      }
      connection.commit();
      return places;
    }
  }

  /// Of a table of the index, with its indexes.
  long bytes(String table) throws SQLException {
    return number(
        switch (connection.getMetaData().getDatabaseProductName()) {
          case "SQLite" ->
              "SELECT SUM(pgsize) FROM dbstat WHERE name = '%1$s' OR name LIKE '%1$s\\_%%' ESCAPE '\\'"
                  .formatted(table);
          case "PostgreSQL" -> "SELECT pg_total_relation_size('%s')".formatted(table);
          default ->
              "SELECT SUM(data_length + index_length) FROM information_schema.tables"
                  + " WHERE table_schema = DATABASE() AND table_name = '%s'".formatted(table);
        });
  }

  /// The version of the database.
  String version() throws SQLException {
    return connection.getMetaData().getDatabaseProductVersion();
  }

  long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      long number = rows.getLong(1);
      connection.commit();
      return number;
    }
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
