package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresServerIT {
  private static final Duration CLOSE_MAX = Duration.ofSeconds(4);

  @TempDir private Path temp;

  @Test
  void itAnswersOnLoopbackOnlyAndAsksForThePassword() throws SQLException {
    try (PostgresServer server = PostgresServer.start()) {
      assertTrue(Sql.ask(server.url(), "SELECT version()").startsWith("PostgreSQL "));
      assertEquals("127.0.0.1", Sql.ask(server.url(), "SHOW listen_addresses"));
      assertEquals("read committed", Sql.ask(server.url(), "SHOW transaction_isolation"));
      String wrong = server.url().replaceFirst("password=.*", "password=x");
      assertThrows(SQLException.class, () -> Sql.connect(wrong));
    }
  }

  @Test
  void itOrdersTextAsPeopleDo() throws SQLException {
    try (PostgresServer server = PostgresServer.start()) {
      assertEquals("t", Sql.ask(server.url(), "SELECT 'a' < 'B'"));
    }
  }

  @Test
  void databasesAreApart() throws SQLException {
    try (PostgresServer server = PostgresServer.start()) {
      Sql.assertApart(server.emptyDatabase(), server.emptyDatabase());
    }
  }

  @Test
  void closeLeavesNothingWhoeverIsConnected() throws Exception {
    PostgresServer server = PostgresServer.start();
    Path data = Path.of(Sql.ask(server.url(), "SHOW data_directory"));
    List<Long> pids = Machine.pids(server.process());
    assertTrue(pids.size() > 1);
    try (Connection connection = Sql.connect(server.url())) {
      assertTrue(connection.isValid(1));
      long start = System.nanoTime();
      server.close();
      assertTrue(System.nanoTime() - start < CLOSE_MAX.toNanos(), "close was slow");
    }
    assertFalse(Files.exists(data.getParent()));
    Machine.awaitNothingLeft(pids, data);
    server.close();
  }

  /// As in a container that may not make user namespaces. Only root needs one.
  @Test
  void itDoesWithoutUserNamespaces() throws Exception {
    Path unshare = temp.resolve("unshare");
    Files.writeString(unshare, "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(unshare, PosixFilePermissions.fromString("rwxr-xr-x"));
    String path = temp + ":" + System.getenv("PATH");
    try (PostgresServer server = PostgresServer.start(Map.of("PATH", path))) {
      assertEquals("1", Sql.ask(server.emptyDatabase(), "SELECT 1"));
    }
  }
}
