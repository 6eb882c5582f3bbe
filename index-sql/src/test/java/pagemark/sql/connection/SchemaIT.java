package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.LookResult;
import pagemark.index.PageQuery;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.sql.SqlServer;

/// Tests databases without the index's tables, or with other tables.
@TakesLong(nightly = 15)
final class SchemaIT {
  private static final int STARTS = 8;

  private static final GroupRef SHIRT = new GroupRef("g", "comments", new Group("SHIRT"));

  @TempDir private static Path folder;

  static Stream<String> emptyDatabases() {
    return Stream.of(
        "jdbc:sqlite:" + folder.resolve("index-" + System.nanoTime() + ".db"),
        SqlServer.POSTGRESQL.emptyDatabase(),
        Extent.of(SqlServer.MYSQL, SqlServer.MARIADB).emptyDatabase());
  }

  @ParameterizedTest
  @MethodSource("emptyDatabases")
  void beforeTheFirstIndexNothingIsReadyAndNothingIsWritten(String url) {
    try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
      PageQuery query = new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, 0, 20, 0);
      assertThrows(IndexException.NotReady.class, () -> store.reader().page(query));
      assertEquals(
          List.of(new WriteResult.Unmarked()),
          store.writer().write(List.of(new GroupWrite(SHIRT, List.of()))));
      assertEquals(
          List.of(new LookResult.Unmarked()),
          store.writer().look(List.of(new GroupLook(SHIRT, List.of()))));
      assertEquals(1, store.markers().ready("g", "nonce"));
      assertEquals(Map.of(), store.markers().count("g"));
      store.markers().drop("g");
      store.inspector().groups("g", chunk -> assertEquals(List.of(), chunk));
      assertEquals(0, store.inspector().keptCounts().orElseThrow().wrong(SHIRT));
    }
  }

  @ParameterizedTest
  @MethodSource("emptyDatabases")
  void severalMayBeginAnIndexAtOnceBesideTablesOfOthers(String url) throws Exception {
    try (Database others = new Database(SqlUrl.of(URI.create(url)), IndexSettings.DEFAULT);
        Connection connection = others.unpooled().getConnection()) {
      connection.createStatement().execute("CREATE TABLE users (id INTEGER PRIMARY KEY)");
    }
    Callable<Integer> begin =
        () -> {
          try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
            return store.markers().building("g", "nonce", Instant.EPOCH);
          }
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(STARTS)) {
      int marked = 0;
      for (Future<Integer> each : threads.invokeAll(Collections.nCopies(STARTS, begin))) {
        marked += each.get();
      }
      assertEquals(1, marked);
    }
    try (IndexStore store = IndexStores.open(url, IndexSettings.DEFAULT)) {
      assertEquals(0, store.markers().ready("g", "nonce"));
    }
  }
}
