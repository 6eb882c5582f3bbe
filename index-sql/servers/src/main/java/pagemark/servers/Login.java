package pagemark.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/// The user `pagemark` of a server on 127.0.0.1. The password is random, so a server that accepts
/// it is the one that was started with it.
record Login(String scheme, int port, String password, AtomicInteger databases) {
  private static final int PASSWORD_BYTES = 16;

  static final String MYSQL = "mysql";

  static Login random(String scheme, int port) {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return new Login(scheme, port, HexFormat.of().formatHex(password), new AtomicInteger());
  }

  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url(String database) {
    return "jdbc:%s://127.0.0.1:%d/%s?user=pagemark&password=%s"
        .formatted(scheme, port, database, password);
  }

  boolean isAnsweredBy(String database) {
    try (Connection connection = connect(database)) {
      return !connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  void execute(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("The server refuses: " + sql, e);
    }
  }

  /// Creates a database and returns its URL.
  ///
  /// @param database a database that exists
  String createDatabase(String database) {
    String name = "pagemark" + databases.incrementAndGet();
    execute(database, "CREATE DATABASE " + name);
    return url(name);
  }

  /// Connects. The MariaDB driver accepts `jdbc:mysql:` URLs, and works without TLS, only if the
  /// URL says so.
  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        isMySql() ? url(database) + "&permitMysqlScheme&sslMode=disable" : url(database));
  }

  private boolean isMySql() {
    return scheme.equals(MYSQL);
  }
}
