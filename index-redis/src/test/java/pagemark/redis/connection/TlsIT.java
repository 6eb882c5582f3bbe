package pagemark.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.embedded.RedisServer;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.Refused;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.PageQuery;
import pagemark.index.ServerCertificate;
import pagemark.index.TakesLong;
import pagemark.redis.RedisIndex;

/// Checks that `rediss://` connects only to a server with a trusted certificate for its name, and
/// that other errors are explained, to clients of a cluster, too.
@Nightly
@TakesLong(nightly = 15)
final class TlsIT {
  private static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(2), Duration.ofSeconds(2));

  /// Settings with a short timeout, for a server that never answers.
  private static final IndexSettings HASTY =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(2), Duration.ofMillis(300));

  private static ServerCertificate here;
  private static ServerCertificate over;
  private static ServerCertificate otherName;

  @BeforeAll
  static void certify(@TempDir Path a, @TempDir Path b, @TempDir Path c) {
    here = ServerCertificate.here(a);
    over = ServerCertificate.of(b, "ip:127.0.0.1", "-startdate", "-3d", "-validity", "1");
    otherName = ServerCertificate.of(c, "dns:index.example");
  }

  private static String failure(String url, ServerCertificate trusted) {
    return failure(url, trusted, SETTINGS);
  }

  private static String failure(String url, ServerCertificate trusted, IndexSettings settings) {
    Platform platform =
        new Platform(
            InstantSource.system(),
            Platform.DEFAULT.credentials(),
            Platform.DEFAULT.region(),
            Trust.only(trusted));
    GroupRef group = new GroupRef("g1", "comments", new Group("shirt"));
    PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 20, 5);
    try (IndexStore store =
        new RedisIndex(RedisConnection.open(URI.create(url), settings, platform), settings)) {
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
    try (TlsServer server = TlsServer.start(here)) {
      String url = "rediss://127.0.0.1:" + server.port() + parameters;
      assertRefused(failure(url, otherName), "its certificate is not trusted");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void anExpiredCertificateIsRefused(String parameters) {
    try (TlsServer server = TlsServer.start(over)) {
      String url = "rediss://127.0.0.1:" + server.port() + parameters;
      assertRefused(failure(url, over), "its certificate is not trusted");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void aCertificateForAnotherNameIsRefused(String parameters) {
    try (TlsServer server = TlsServer.start(otherName)) {
      for (String host : new String[] {"127.0.0.1", "localhost"}) {
        String url = "rediss://" + host + ":" + server.port() + parameters;
        assertRefused(failure(url, otherName), "its certificate is for another host name");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void reportsPlainTextToATlsPort(String parameters) {
    try (TlsServer server = TlsServer.start(here)) {
      String url = "redis://127.0.0.1:" + server.port() + parameters;
      String told = failure(url, here);
      assertTrue(told.contains("TLS"), told);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?cluster=true"})
  void reportsTlsToAPlainPort(String parameters) {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory())) {
      String url = "rediss://127.0.0.1:" + server.uri().getPort() + parameters;
      assertRefused(failure(url, here, HASTY), "TLS at this port");
    }
  }

  @Test
  void theTrustStoreOfThisJvmIsAsked() {
    try (TlsServer server = TlsServer.start(here);
        IndexStore store =
            new RedisIndex.Provider()
                .open(URI.create("rediss://127.0.0.1:" + server.port()), SETTINGS)) {
      Refused told = assertThrows(Refused.class, () -> store.markers().count("g1"));
      assertEquals(
          "Redis: its certificate is not trusted: no authority that this JVM trusts has signed it,"
              + " or it has expired",
          told.getMessage());
    }
  }
}
