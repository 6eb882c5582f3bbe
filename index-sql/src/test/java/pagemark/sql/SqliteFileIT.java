package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageQuery;
import pagemark.index.WriteResult;

/// Tests files that `jdbc:sqlite:FILE` may name by mistake. SQLite takes a file of less than a page
/// for an empty database: it once overwrote a note of one byte.
final class SqliteFileIT {
  private static final GroupRef SHIRT = new GroupRef("g", "comments", new Group("SHIRT"));
  private static final PageQuery QUERY =
      new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, 0, 20, 0);

  @TempDir private Path folder;

  /// Checks that every operation refuses the file with the same one-line message.
  private static String refused(Path file) {
    try (IndexStore store = IndexStores.open("jdbc:sqlite:" + file, IndexSettings.DEFAULT)) {
      String begun =
          message(
              assertThrows(
                  IndexException.class, () -> store.markers().building("g", "n", Instant.EPOCH)));
      String read = message(assertThrows(IndexException.class, () -> store.reader().page(QUERY)));
      WriteResult written =
          store.writer().write(List.of(new GroupWrite(SHIRT, List.of()))).getFirst();
      assertEquals(begun, read);
      assertEquals(
          begun,
          written instanceof WriteResult.Failed(var cause)
              ? cause.getMessage()
              : written.toString());
      assertEquals(1, begun.lines().count(), begun);
      assertTrue(begun.contains(file.toString()), begun);
      return begun;
    }
  }

  private static String message(IndexException refused) {
    return String.valueOf(refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "a note of 16 byt",
        "SQLite format 3",
        "SQLite format 2\0",
        "SQLite format 3\n1234"
      })
  void aFileOfAnotherKindIsLeftAsItIs(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("notes.txt"), content);

    String message = refused(file);

    assertTrue(message.contains("is not an SQLite database"), message);
    assertTrue(message.contains("Valid files: "), message);
    assertArrayEquals(content.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(file));
    assertEquals(List.of(file), files());
  }

  @Test
  void aFolderIsRefused() throws Exception {
    assertTrue(refused(folder).contains("is not a file"), () -> refused(folder));
    assertEquals(List.of(), files());
  }

  @Test
  void aFileInNoFolderIsRefused() {
    String message = refused(folder.resolve("none").resolve("index.db"));
    assertTrue(message.contains("its folder does not exist"), message);
  }

  /// Opening a pipe would wait for a writer.
  @Test
  void aPipeIsRefused() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

    String message = refused(pipe);

    assertTrue(message.contains("is not a file"), message);
  }

  @Test
  void anEmptyFileAndAnIndexAreTaken() throws Exception {
    Path file = Files.createFile(folder.resolve("index.db"));
    for (String generation : List.of("g", "h")) {
      try (IndexStore store = IndexStores.open("jdbc:sqlite:" + file, IndexSettings.DEFAULT)) {
        assertEquals(1, store.markers().building(generation, "nonce", Instant.EPOCH));
      }
    }
  }

  /// The index lives beside another application's tables.
  @Test
  void tablesOfAnApplicationStay() throws Exception {
    Path file = folder.resolve("application.db");
    execute(file, "CREATE TABLE users (name TEXT)", "INSERT INTO users VALUES ('rita')");
    try (IndexStore store = IndexStores.open("jdbc:sqlite:" + file, IndexSettings.DEFAULT)) {
      assertEquals(1, store.markers().building("g", "nonce", Instant.EPOCH));
      store.markers().drop("g");
    }
    assertEquals("rita", first(file, "SELECT name FROM users"));
  }

  /// A table with the name of one of ours is another application's, and is not changed.
  @ParameterizedTest
  @ValueSource(strings = {"pm_marker", "pm_group", "pm_position", "pm_schema"})
  void aTableOfAnApplicationWithANameOfOursStays(String table) throws Exception {
    Path file = folder.resolve("application.db");
    execute(
        file,
        "CREATE TABLE " + table + " (name TEXT)",
        "INSERT INTO " + table + " VALUES ('rita')");
    try (IndexStore store = IndexStores.open("jdbc:sqlite:" + file, IndexSettings.DEFAULT)) {
      IndexException refused =
          assertThrows(
              IndexException.class, () -> store.markers().building("g", "nonce", Instant.EPOCH));
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.contains(table), message);
      assertFalse(message.contains("\n"), message);
    }
    assertEquals("rita", first(file, "SELECT name FROM " + table));
    assertEquals("1", first(file, "SELECT count(*) FROM " + table));
  }

  private List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void execute(Path file, String... statements) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static String first(Path file, String query) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }
}
