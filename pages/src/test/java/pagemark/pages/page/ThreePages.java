package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static pagemark.pages.ListedTable.keys;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexStore;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException;
import pagemark.pages.result.Page;
import pagemark.redis.RedisCluster;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table whose index fails. Each group has 45 comments, a minute apart, which make three pages.
record ThreePages(ListedTable table) {
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
                ListedTable.comment(key, group, "2024-05-01 00:" + key.substring(key.length() - 2)))
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
