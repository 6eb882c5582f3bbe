package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexServer;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.result.Page;
import pagemark.redis.RedisCluster;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

  /// A table whose index fails. Each group has 45 comments, a minute apart, which make three pages.
  private record ThreePages(ListedTable table) {
    static final List<String> GROUPS = IntStream.range(0, 9).mapToObj(i -> "group" + i).toList();
    private static final int ITEMS = 45;

    static ThreePages filled(String name, IndexStore index, String... groups) {
      ListedTable table = new ListedTable(name, Definitions.COMMENTS, index).open();
      List.of(groups).forEach(group -> table.put(items(group)));
      return new ThreePages(table);
    }

    static List<Map<String, AttributeValue>> items(String group) {
      return keysOf(group).stream()
          .map(
              key ->
                  ListedTable.comment(
                      key, group, "2024-05-01 00:" + key.substring(key.length() - 2)))
          .toList();
    }

    /// The keys of a group, ascending.
    private static List<String> keysOf(String group) {
      return IntStream.range(0, ITEMS).mapToObj(i -> "%s-%02d".formatted(group, i)).toList();
    }

    /// The node of a cluster that has the group.
    static int owner(RedisCluster cluster, String group) {
      return cluster.owner(new GroupRef(ListedTable.GENERATION, "comments", new Group(group)));
    }

    Page page(String group, int number) {
      return table.asked().group(group).page(number);
    }

    void assertAnswers(String group) {
      List<String> expected = keysOf(group).reversed();
      for (int number = 1; number <= 3; number++) {
        Page page = page(group, number);
        assertEquals(OptionalLong.of(ITEMS), page.total());
        assertEquals(expected.subList((number - 1) * 20, Math.min(number * 20, ITEMS)), keys(page));
      }
    }

    /// Asserts that the first page of a group comes from the table.
    void assertFirstPage(String group) {
      Page page = page(group, 1);
      assertEquals(keysOf(group).reversed().subList(0, 20), keys(page));
      assertEquals(OptionalLong.empty(), page.total());
    }

    /// Asserts that the table has the first page only.
    void assertFails(Class<? extends PagesException> failure, String group) {
      assertFirstPage(group);
      for (int number = 2; number <= 4; number++) {
        int page = number;
        assertThrows(failure, () -> page(group, page));
      }
    }
  }
}
