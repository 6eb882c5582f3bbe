package example.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import pagemark.list.ListStore;
import pagemark.servers.PostgresServer;

/// An empty table of events in one database, and the index in another one, of a PostgreSQL server
/// that decodes its log.
final class EventServer implements AutoCloseable {
  private final String events;
  final Connection connection;
  final ListStore store;
  final EventIndex index;
  final EventReads reads;

  EventServer(PostgresServer server) {
    events = server.emptyDatabase();
    connection = connect();
    store = ListStore.open(server.emptyDatabase());
    index = new EventIndex(events, store);
    reads = new EventReads(connection);
    run(schema());
  }

  static PostgresServer start() {
    return PostgresServer.start("wal_level=logical", "shared_preload_libraries=pg_stat_statements");
  }

  private static String schema() {
    try (InputStream file = EventServer.class.getResourceAsStream("/events.sql")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Connection connect() {
    try {
      return DriverManager.getConnection(events);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void run(String... statements) {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The only number that a query returns.
  long ask(String query) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Follows until nothing is left.
  void followAll() throws SQLException {
    int left = index.follow(100);
    while (left > 0) {
      left = index.follow(100);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    store.close();
  }
}
