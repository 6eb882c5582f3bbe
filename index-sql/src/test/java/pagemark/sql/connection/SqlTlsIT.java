package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.ServerCertificate;
import pagemark.index.TakesLong;
import pagemark.servers.PostgresServer;

/// Tests TLS with a PostgreSQL server.
@Nightly
@TakesLong(nightly = 20)
final class SqlTlsIT {
  private static final IndexSettings HASTY =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(3), Duration.ofSeconds(3));

  @TempDir private static Path folder;
  private static PostgresServer server;
  private static ServerCertificate certificate;

  /// For another host, and signed by another authority.
  private static ServerCertificate others;

  @BeforeAll
  static void start(@TempDir Path elsewhere) throws Exception {
    certificate = ServerCertificate.here(folder);
    others = ServerCertificate.of(elsewhere, "dns:elsewhere.example");
    server = PostgresServer.start();
    execute("ALTER SYSTEM SET ssl = on");
    show(certificate);
    assertEquals("on", ask("SHOW ssl"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void show(ServerCertificate shown) throws Exception {
    Path data = Path.of(ask("SHOW data_directory"));
    copy(shown.certificate(), data.resolve("server.crt"));
    copy(shown.key(), data.resolve("server.key"));
    execute("SELECT pg_reload_conf()");
  }

  /// Copies a file so that only the server's user can read it.
  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
    Files.setOwner(to, Files.getOwner(to.getParent()));
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(server.url());
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void acceptsATrustedCertificate() throws Exception {
    String url = server.emptyDatabase() + "&tls=true&ca=" + certificate.authority();
    try (IndexStore store = IndexStores.open(url, HASTY)) {
      assertEquals(1, store.markers().building("g", "nonce", Instant.EPOCH));
    }
    try (Database database = new Database(SqlUrl.of(URI.create(url)), IndexSettings.DEFAULT)) {
      List<Boolean> encrypted =
          database.read(
              tx ->
                  tx.query(
                      "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
                      row -> row.getBoolean(1)));
      assertEquals(List.of(true), encrypted);
    }
  }

  @Test
  void refusesACertificateOfAnotherAuthority() {
    assertRefused(server.url() + "&tls=true&ca=" + others.authority());
    assertRefused(server.url() + "&tls=true");
  }

  @Test
  void refusesACertificateForAnotherHost() throws Exception {
    show(others);
    try {
      assertRefused(server.url() + "&tls=true&ca=" + others.authority());
    } finally {
      show(certificate);
    }
  }

  private static void assertRefused(String url) {
    try (IndexStore store = IndexStores.open(url, HASTY)) {
      IndexException failure = assertThrows(IndexException.class, () -> store.markers().count("g"));
      assertInstanceOf(IndexException.Unavailable.class, failure);
    }
  }
}
