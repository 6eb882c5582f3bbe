package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.IndexException;
import pagemark.index.IndexException.Refused;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import redis.clients.jedis.Jedis;

/// Checks that a server's refusals of a login or right are reported as such, and without a
/// password.
final class RefusalIT {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.start(RedisServer.Options.inMemory());
    admin("anna", "on", "~pm:*", "-@all", ">hush", "+evalsha", "+eval");
    admin("mute", "on", "~pm:*", "-@all", ">hush");
    admin("default", "on", "nopass", "+@all");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void admin(String user, String... rules) {
    try (Jedis admin = new Jedis(server.uri())) {
      admin.aclSetUser(user, rules);
    }
  }

  private static IndexException failure(String login) {
    String url = "redis://%s127.0.0.1:%d".formatted(login, server.uri().getPort());
    try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
      return assertThrows(Unavailable.class, () -> store.markers().count("g1"));
    }
  }

  private static void assertTold(String message, IndexException failure) {
    assertEquals(Refused.class, failure.getClass());
    assertEquals(message, failure.getMessage());
  }

  @Test
  void reportsAWrongUserOrPassword() {
    assertTold("Redis: user \"anna\" is refused: wrong user or password", failure("anna:wrong@"));
    assertTold(
        "Redis: user \"nobody\" is refused: wrong user or password", failure("nobody:hush@"));
  }

  @Test
  void reportsAMissingRight() {
    assertTold("Redis: user \"mute\" has no right to run evalsha", failure("mute:hush@"));
    IndexException inScript = failure("anna:hush@");
    assertTrue(
        String.valueOf(inScript.getMessage()).startsWith("Redis: user \"anna\" has no right "),
        inScript.getMessage());
    assertEquals(Refused.class, inScript.getClass());
  }

  @Test
  void reportsAMissingLogin() {
    admin("default", "resetpass", ">secret");
    try {
      assertTold("Redis: it wants a login, and does not know this connection", failure(""));
    } finally {
      try (Jedis admin = new Jedis(server.uri())) {
        admin.auth("secret");
        admin.aclSetUser("default", "nopass");
      }
    }
  }

  @Test
  void aServerThatIsNotThereIsNamedForAClusterToo() {
    String url = "redis://127.0.0.1:1?cluster=true";
    try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
      Unavailable told = assertThrows(Unavailable.class, () -> store.markers().count("g1"));
      assertEquals(
          "Redis: Could not initialize cluster slots cache. Failed to connect to 127.0.0.1:1.",
          told.getMessage());
    }
  }

  /// A proxy or an old server that does not know HELLO or AUTH repeats their arguments in its
  /// error.
  @Test
  void hidesALoginThatTheServerRepeats() {
    try (FaultProxy proxy = FaultProxy.to(server.uri());
        IndexStore store = IndexStores.open(proxy.uri().toString(), IndexSettings.DEFAULT)) {
      proxy.answerScripts("ERR unknown command `AUTH`, with args beginning with: `anna`, `hush`, ");
      Unavailable told = assertThrows(Unavailable.class, () -> store.markers().count("g1"));
      assertEquals("Redis: ERR unknown command `AUTH`", told.getMessage());
      assertNull(told.getCause());
    }
  }
}
