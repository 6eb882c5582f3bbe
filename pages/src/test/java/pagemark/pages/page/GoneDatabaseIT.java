package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.servers.MariaDbServer;
import pagemark.servers.PostgresServer;

/// The index's database is gone. The first page then comes from the table, and a page in the middle
/// fails.
@Nightly
@TakesLong(nightly = 10)
final class GoneDatabaseIT {
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
      ThreePages pages = ThreePages.filled(name, index, "x");
      pages.assertAnswers("x");
      end.run();
      assertThrows(IndexUnavailable.class, () -> pages.page("x", 2));
      pages.assertFirstPage("x");
    }
  }
}
