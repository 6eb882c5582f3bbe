package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pagemark local --index jdbc:sqlite:FILE`, and the commands on that file beside it.
final class SqliteCommandIT {
  @TempDir private Path folder;

  private String file() {
    return "jdbc:sqlite:" + folder.resolve("index.db");
  }

  @Test
  void aFileServesPagesAndIsRebuiltAuditedAndRepaired() throws Exception {
    try (NotesStack local = NotesStack.start(folder, "--index=" + file())) {
      assertEquals(file(), local.printed("Index"));
      assertFalse(local.local().output().contains("WARNING"), local.local().output());
      assertPages(local);
      JsonNode stats = local.run("stats", "--json").json();
      assertEquals(List.of(1, 50), List.of(stats.at("/slots/ready").intValue(), entries(stats)));

      change("DELETE FROM pm_position WHERE place = (SELECT MIN(place) FROM pm_position)");
      NotesStack.Exit found = local.run("audit", "--json");
      assertEquals(1, found.code(), found.output());
      assertEquals(1, found.json().path("missing").intValue(), found.output());
      assertEquals(1, found.json().path("miscounted").intValue(), found.output());

      NotesStack.Exit repaired = local.run("audit", "--repair");
      assertEquals(0, repaired.code(), repaired.output());
      assertTrue(repaired.output().contains("miscounted 1 counts"), repaired.output());
      assertEquals(0, local.run("audit").code());
      assertPages(local);

      change("DELETE FROM pm_marker");
      assertEquals(1, local.run("audit").code());
      NotesStack.Exit rebuilt = local.run("rebuild");
      assertEquals(0, rebuilt.code(), rebuilt.output());
      assertPages(local);
    }
  }

  private static int entries(JsonNode stats) {
    return stats.path("entries").intValue();
  }

  private static void assertPages(NotesStack local) throws Exception {
    JsonNode page = local.page(5, 12);
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
