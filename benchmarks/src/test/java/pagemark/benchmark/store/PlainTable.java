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

/// The peer of the index's reader: the same tables, read by LIMIT and OFFSET, by a range of the
/// primary key, and by COUNT(*).
final class PlainTable implements AutoCloseable {
  private final Connection connection;

  private PlainTable(Connection connection) {
    this.connection = connection;
  }

  static PlainTable connect(String url) throws SQLException {
    return new PlainTable(open(url));
  }

  /// A connection that commits when it is told to, and is as durable as the index's own.
  static Connection open(String url) throws SQLException {
    Properties properties = new Properties();
    if (url.startsWith("jdbc:sqlite:")) {
      properties.setProperty("journal_mode", "WAL");
      properties.setProperty("synchronous", "FULL");
    }
    String known = url.startsWith("jdbc:mysql:") ? url + "&permitMysqlScheme&sslMode=disable" : url;
    Connection connection = DriverManager.getConnection(known, properties);
    connection.setAutoCommit(false);
    return connection;
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
