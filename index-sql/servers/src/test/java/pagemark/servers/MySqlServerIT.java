package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;

/// One server for all checks, because a start takes seconds.
@Nightly
final class MySqlServerIT {
  @Test
  void itAnswersOnLoopbackOnlyAndAsksForThePasswordAndCloseLeavesNothing() throws Exception {
    MySqlServer server = MySqlServer.start();
    assertTrue(Sql.ask(server.url(), "SELECT version()").startsWith("8."));
    assertEquals("127.0.0.1", Sql.ask(server.url(), "SELECT @@bind_address"));
    assertEquals("REPEATABLE-READ", Sql.ask(server.url(), "SELECT @@transaction_isolation"));
    assertEquals("0", Sql.ask(server.url(), "SELECT @@log_bin"));
    for (String user : List.of("pagemark", "root", "")) {
      String wrong =
          server.url().replaceFirst("user=[^&]*&password=[^&]*", "user=" + user + "&password=x");
      assertThrows(SQLException.class, () -> Sql.connect(wrong));
    }
    String users = "SELECT GROUP_CONCAT(user) FROM mysql.user WHERE user NOT LIKE 'mysql.%'";
    assertEquals("pagemark", Sql.ask(server.url(), users));
    Sql.assertApart(server.emptyDatabase(), server.emptyDatabase());
    Path data = Path.of(Sql.ask(server.url(), "SELECT @@datadir"));
    Machine.assertCloseLeavesNothing(server, server.process(), server.url(), data);
  }
}
