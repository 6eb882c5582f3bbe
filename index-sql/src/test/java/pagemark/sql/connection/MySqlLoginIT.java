package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
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
import pagemark.servers.MySqlServer;

/// Tests how users log in to MySQL: by each of its two plugins for passwords, and over TLS.
@Nightly
@TakesLong(nightly = 10)
final class MySqlLoginIT {
  /// A pool tries a refused login again until its timeout.
  private static final IndexSettings HASTY =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(1), Duration.ofSeconds(3));

  private static ServerCertificate certificate;

  /// Signed by another authority.
  private static ServerCertificate others;

  private static MySqlServer server;

  @BeforeAll
  static void start(@TempDir Path folder, @TempDir Path elsewhere) {
    certificate = ServerCertificate.withoutCurves(folder);
    others = ServerCertificate.here(elsewhere);
    server =
        MySqlServer.start(
            "--ssl-ca=" + certificate.authority(),
            "--ssl-cert=" + certificate.certificate(),
            "--ssl-key=" + certificate.key());
  }

  /// Without MySQL there is no server.
  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /// The URL of a new database for a new user.
  private static String userOf(String plugin) throws SQLException {
    String url = server.emptyDatabase();
    String database = URI.create(url.substring("jdbc:".length())).getPath().substring(1);
    String user = database + "@'127.0.0.1'";
    execute("CREATE USER %s IDENTIFIED WITH %s BY 'p&ss'".formatted(user, plugin));
    execute("GRANT ALL ON %s.* TO %s".formatted(database, user));
    return url.replaceFirst("user=.*", "user=" + database + "&password=p%26ss");
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection =
            new Drivers(SqlUrl.of(URI.create(server.url())), IndexSettings.DEFAULT)
                .unbounded()
                .getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String overTls(String url) {
    return url + "&tls=true&ca=" + certificate.authority();
  }

  @Test
  void theNativePluginNeedsNoTls() throws SQLException {
    String url = userOf("mysql_native_password");
    assertIndexBegins(url);
    assertEquals("", cipher(url));
    assertFalse(cipher(overTls(url)).isEmpty());
  }

  /// After a login over TLS the server knows the password, and lets the user in without TLS too.
  @Test
  void theDefaultPluginNeedsTls() throws SQLException {
    String url = userOf("caching_sha2_password");
    String message = String.valueOf(failure(url).getMessage());
    assertTrue(message.contains("RSA public key"), message);
    assertIndexBegins(overTls(url));
    assertFalse(cipher(overTls(url)).isEmpty());
    assertEquals("", cipher(url));
    execute("FLUSH PRIVILEGES");
    failure(url);
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() {
    assertEquals(
        IndexException.Unavailable.class,
        failure(server.url() + "&tls=true&ca=" + others.authority()).getClass());
  }

  private static void assertIndexBegins(String url) {
    try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
      assertEquals(1, store.markers().building("g", "nonce", Instant.EPOCH));
    }
  }

  /// The cipher of a connection; empty without TLS.
  private static String cipher(String url) {
    try (Database database = new Database(SqlUrl.of(URI.create(url)), IndexSettings.DEFAULT)) {
      return database
          .read(tx -> tx.query("SHOW STATUS LIKE 'Ssl_cipher'", row -> row.getString(2)))
          .getFirst();
    }
  }

  private static IndexException failure(String url) {
    try (IndexStore store = IndexStores.open(url, HASTY)) {
      return assertThrows(IndexException.class, () -> store.markers().count("g"));
    }
  }
}
