package pagemark.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.servers.MariaDbServer;
import pagemark.servers.MySqlServer;
import pagemark.servers.PostgresServer;
import pagemark.sql.connection.Drivers;
import pagemark.sql.connection.SqlUrl;

/// The databases on which tests run. A server is started at its first use, serves all tests, each
/// thread in a database of its own, and ends with the run.
public enum SqlServer implements IndexServer {
  SQLITE,
  POSTGRESQL,
  MARIADB,
  MYSQL;

  private static final List<String> TABLES =
      List.of("pm_marker", "pm_group", "pm_anchor", "pm_position", "pm_fence", "pm_schema");

  private static final ThreadLocal<Map<SqlServer, String>> URLS =
      ThreadLocal.withInitial(() -> new EnumMap<>(SqlServer.class));

  private static @Nullable PostgresServer postgres;
  private static @Nullable MariaDbServer mariaDb;
  private static @Nullable MySqlServer mySql;

  /// The URL of a new database.
  public String emptyDatabase() {
    return switch (this) {
      case SQLITE -> "jdbc:sqlite:" + newFile();
      case POSTGRESQL -> postgres().emptyDatabase();
      case MARIADB -> mariaDb().emptyDatabase();
      case MYSQL -> mySql().emptyDatabase();
    };
  }

  private static synchronized PostgresServer postgres() {
    if (postgres == null) {
      postgres = PostgresServer.start();
    }
    return postgres;
  }

  private static synchronized MariaDbServer mariaDb() {
    if (mariaDb == null) {
      mariaDb = MariaDbServer.start();
    }
    return mariaDb;
  }

  private static synchronized MySqlServer mySql() {
    if (mySql == null) {
      mySql = MySqlServer.start();
    }
    return mySql;
  }

  /// A new file, which is removed when this JVM ends.
  private static Path newFile() {
    try {
      Path file = Files.createTempFile("pagemark", ".db");
      Stream.of("-shm", "-wal", "").forEach(end -> Path.of(file + end).toFile().deleteOnExit());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String url() {
    return URLS.get().computeIfAbsent(this, SqlServer::emptyDatabase);
  }

  @Override
  public IndexStore emptyStore() {
    return IndexStores.open(emptied(), IndexSettings.DEFAULT);
  }

  /// The same as [#url()], after its tables are dropped. PostgreSQL takes 0.1 seconds of processor
  /// time for a new database.
  String emptied() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute("DROP TABLE IF EXISTS " + table);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The tables cannot be dropped", e);
    }
    return url();
  }

  private Connection connect() throws SQLException {
    return new Drivers(SqlUrl.of(URI.create(url())), IndexSettings.DEFAULT)
        .unbounded()
        .getConnection();
  }
}
