package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresServerIT {
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
    assertTrue(Machine.pids(server.process()).size() > 1);
    Machine.assertCloseLeavesNothing(server, server.process(), server.url(), data);
  }

  /// Some containers may not make user namespaces. Only root needs one.
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
