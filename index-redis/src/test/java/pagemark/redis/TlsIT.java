package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.embedded.RedisServer;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.Refused;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.PageQuery;
import pagemark.index.ServerCertificate;
import pagemark.key.Group;
import pagemark.key.Layout;
import pagemark.listing.Order;

/// `rediss://` goes to a server that proves its name by a certificate that is trusted, and nowhere
/// else; what is wrong is told. Clients of a cluster are told the same.
final class TlsIT {
  private static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(2), Duration.ofSeconds(2));

  @TempDir private Path folder;
  @TempDir private Path elsewhere;

  private static String failure(String url, ServerCertificate trusted) {
    Platform platform =
        new Platform(
            InstantSource.system(),
            Platform.DEFAULT.credentials(),
            Platform.DEFAULT.region(),
            Trust.only(trusted));
    GroupRef group = new GroupRef("g1", "comments", new Group("shirt"));
    PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 20, 5);
    try (IndexStore store =
        new RedisIndex(RedisConnection.open(URI.create(url), SETTINGS, platform), SETTINGS)) {
      Unavailable told = assertThrows(Unavailable.class, () -> store.reader().page(query));
      return told.getClass().getSimpleName() + ": " + told.getMessage();
    }
  }

  private static void assertRefused(String told, String part) {
    assertTrue(told.startsWith(Refused.class.getSimpleName() + ": Redis: "), told);
    assertTrue(told.contains(part), told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void aCertificateThatNobodyTrustsIsRefused(String parameters) {
    try (TlsServer server = TlsServer.start(ServerCertificate.here(folder))) {
      String url = "rediss://127.0.0.1:" + server.port() + parameters;
      assertRefused(
          failure(url, ServerCertificate.here(elsewhere)), "its certificate is not trusted");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void aCertificateThatIsOverIsRefused(String parameters) {
    ServerCertificate over =
        ServerCertificate.of(folder, "ip:127.0.0.1", "-startdate", "-3d", "-validity", "1");
    try (TlsServer server = TlsServer.start(over)) {
      String url = "rediss://127.0.0.1:" + server.port() + parameters;
      assertRefused(failure(url, over), "its certificate is not trusted");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void aCertificateForAnotherNameIsRefused(String parameters) {
    ServerCertificate other = ServerCertificate.of(folder, "dns:index.example");
    try (TlsServer server = TlsServer.start(other)) {
      for (String host : new String[] {"127.0.0.1", "localhost"}) {
        String url = "rediss://" + host + ":" + server.port() + parameters;
        assertRefused(failure(url, other), "its certificate is for another host name");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void plainTextToATlsPortIsTold(String parameters) {
    ServerCertificate certificate = ServerCertificate.here(folder);
    try (TlsServer server = TlsServer.start(certificate)) {
      String url = "redis://127.0.0.1:" + server.port() + parameters;
      String told = failure(url, certificate);
      assertTrue(told.contains("TLS"), told);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void tlsToAPlainPortIsTold(String parameters) {
    ServerCertificate certificate = ServerCertificate.here(folder);
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory())) {
      String url = "rediss://127.0.0.1:" + server.uri().getPort() + parameters;
      assertRefused(failure(url, certificate), "TLS at this port");
    }
  }

  @Test
  void theTrustStoreOfThisJvmIsAsked() {
    try (TlsServer server = TlsServer.start(ServerCertificate.here(folder));
        IndexStore store =
            new RedisIndexProvider()
                .open(URI.create("rediss://127.0.0.1:" + server.port()), SETTINGS)) {
      Refused told = assertThrows(Refused.class, () -> store.markers().count("g1"));
      assertEquals(
          "Redis: its certificate is not trusted: no authority that this JVM trusts has signed it,"
              + " or it has expired",
          told.getMessage());
    }
  }
}
