package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.servers.MariaDbServer;
import pagemark.servers.PostgresServer;

/// The index's database is gone. The first page then comes from the table, and a page in the middle
/// is answered with 503.
@TakesLong(10)
final class GoneDatabaseIT {
  private static final List<String> KEYS =
      IntStream.range(0, 45).mapToObj("user%02d"::formatted).toList();

  @Test
  void firstPagesOutlivePostgreSql() {
    try (PostgresServer server = PostgresServer.start()) {
      check("gone-postgresql", server.url(), server::close);
    }
  }

  @Test
  void firstPagesOutliveMariaDb() {
    try (MariaDbServer server = MariaDbServer.start()) {
      check("gone-mariadb", server.url(), server::close);
    }
  }

  private static void check(String name, String url, Runnable end) {
    try (IndexStore index = IndexStores.open(url, IndexSettings.DEFAULT)) {
      Shop shop = new Shop(name, Definitions.COMMENTS, index).open();
      shop.put(
          KEYS.stream()
              .map(key -> Shop.comment(key, "T", "2024-05-01 00:" + key.substring(4)))
              .toList());
      assertEquals(KEYS.reversed().subList(20, 40), PageReadsIT.keys(page(shop, 2)));

      end.run();
      Reply gone = page(shop, 2);
      assertEquals(503, gone.status());
      assertEquals("1", gone.header("Retry-After"));
      assertEquals(KEYS.reversed().subList(0, 20), PageReadsIT.keys(page(shop, 1)));
    }
  }

  private static Reply page(Shop shop, int number) {
    return shop.front().get("/comments/T?page=" + number);
  }
}
