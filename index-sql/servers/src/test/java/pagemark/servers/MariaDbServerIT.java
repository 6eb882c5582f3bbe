package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;

@Nightly
final class MariaDbServerIT {
  @Test
  void itAnswersOnLoopbackOnlyAndAsksForThePassword() throws SQLException {
    try (MariaDbServer server = MariaDbServer.start()) {
      assertTrue(Sql.ask(server.url(), "SELECT version()").contains("MariaDB"));
      assertEquals("127.0.0.1", Sql.ask(server.url(), "SELECT @@bind_address"));
      assertEquals("REPEATABLE-READ", Sql.ask(server.url(), "SELECT @@tx_isolation"));
      assertEquals("0", Sql.ask(server.url(), "SELECT @@log_bin"));
      for (String user : List.of("pagemark", "root", "")) {
        String wrong =
            server.url().replaceFirst("user=[^&]*&password=[^&]*", "user=" + user + "&password=x");
        assertThrows(SQLException.class, () -> Sql.connect(wrong));
      }
    }
  }

  @Test
  void databasesAreApart() throws SQLException {
    try (MariaDbServer server = MariaDbServer.start()) {
      Sql.assertApart(server.emptyDatabase(), server.emptyDatabase());
    }
  }

  @Test
  void closeLeavesNothingWhoeverIsConnected() throws Exception {
    MariaDbServer server = MariaDbServer.start();
    Path data = Path.of(Sql.ask(server.url(), "SELECT @@datadir"));
    Machine.assertCloseLeavesNothing(server, server.process(), server.url(), data);
  }
}
