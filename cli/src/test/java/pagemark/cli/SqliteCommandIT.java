package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;

/// A stack on `jdbc:sqlite:FILE`, and the commands on that file beside it.
@TakesLong(value = 8, nightly = 24)
final class SqliteCommandIT {
  @TempDir private Path folder;

  private String file() {
    return "jdbc:sqlite:" + folder.resolve("index.db");
  }

  @Test
  void aFileServesPagesAndIsRebuiltAuditedAndRepaired() throws Exception {
    try (NotesStack local = NotesStack.start(folder, file())) {
      assertPages(local.port());
      JsonNode stats = local.run("stats", "--json").json();
      assertEquals(List.of(1, 50), List.of(stats.at("/slots/ready").intValue(), entries(stats)));

      change("DELETE FROM pm_position WHERE place = (SELECT MIN(place) FROM pm_position)");
      NotesStack.Exit found = local.run("audit", "--json").ended(1);
      assertEquals(1, found.json().path("missing").intValue(), found.output());
      assertEquals(1, found.json().path("miscounted").intValue(), found.output());

      local.run("audit", "--repair").ended(0).says("miscounted 1 counts");
      local.run("audit").ended(0);
      assertPages(local.port());

      change("DELETE FROM pm_marker");
      local.run("audit").ended(1);
      local.run("rebuild").ended(0);
      assertPages(local.port());
    }
  }

  private static int entries(JsonNode stats) {
    return stats.path("entries").intValue();
  }

  private static void assertPages(int port) throws Exception {
    JsonNode page = LocalHttp.json(port, "/notes/a?page=5&size=12");
    assertEquals(50, page.at("/page/totalItems").intValue(), page::toString);
    assertEquals("n48", page.at("/items/0/id").textValue(), page::toString);
    assertEquals(2, page.path("items").size(), page::toString);
  }

  private void change(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(file());
        Statement statement = connection.createStatement()) {
      assertEquals(1, statement.executeUpdate(sql));
    }
  }
}
