package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.index.IndexServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.redis.RedisCluster;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;

/// The index is lost, as a whole or in part, or is being built. The first page then comes from the
/// table, all others fail, and the parts that are not lost answer as ever.
@Nightly
@TakesLong(nightly = 15)
final class LostIndexIT {
  @ParameterizedTest
  @EnumSource(RedisTopology.class)
  @EnumSource(
      value = SqlServer.class,
      names = {"SQLITE", "POSTGRESQL"})
  void isNotReadyFromAFlushUntilItIsRebuilt(IndexServer server) {
    try (IndexStore index = server.emptyStore()) {
      ThreePages pages = ThreePages.filled("flushed-" + server, index, "x");
      pages.assertAnswers("x");

      server.emptyStore().close();
      pages.assertFails(NotReady.class, "x");
      assertNeverWritten(pages);

      index.markers().building(ListedTable.GENERATION, "second", Instant.EPOCH);
      pages.table().intoIndex(ThreePages.items("x").subList(0, 10));
      pages.assertFails(NotReady.class, "x");
      pages.table().intoIndex(ThreePages.items("x"));
      index.markers().ready(ListedTable.GENERATION, "second");
      pages.assertAnswers("x");
    }
  }

  @Test
  void isNotReadyOnTheLostNodeOfAClusterOnly() {
    try (RedisCluster cluster = RedisCluster.start();
        IndexStore index = IndexStores.open(cluster.url(), IndexSettings.DEFAULT)) {
      List<String> groups = ThreePages.GROUPS;
      ThreePages pages = ThreePages.filled("lost-node", index, groups.toArray(String[]::new));
      List<String> lost =
          groups.stream().filter(group -> ThreePages.owner(cluster, group) == 1).toList();
      assertTrue(!lost.isEmpty() && lost.size() < groups.size(), lost::toString);
      cluster.flush(1);
      for (String group : groups) {
        if (lost.contains(group)) {
          pages.assertFails(NotReady.class, group);
        } else {
          pages.assertAnswers(group);
        }
      }
    }
  }

  /// A group without items has an empty first page, and no second one.
  private static void assertNeverWritten(ThreePages pages) {
    assertEquals(List.of(), pages.page("never-written", 1).items());
    assertThrows(NotReady.class, () -> pages.page("never-written", 2));
  }
}
