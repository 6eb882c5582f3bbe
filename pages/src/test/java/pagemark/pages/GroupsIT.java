package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.result.Page;
import pagemark.redis.RedisTopology;
import pagemark.sql.EachSqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Every page of every group, for each way to name groups, is that of a plain sorted list.
@TakesLong(nightly = 30)
final class GroupsIT {
  private static final int ITEMS = 150;
  private static final List<String> TENANTS = List.of("a", "a/b", "", "%2F", "ü", "..");
  private static final List<String> NUMBERS = List.of("0", "1.5", "-2");

  /// How a listing names its groups: the fields of its definition, and the values of an item.
  enum Grouping {
    WHOLE(""),
    WHOLE_OF_AN_INDEX(
        """
        "index": "byKind", "partition": { "attribute": "kind", "template": "NOTE" },
        """),
    TWO(
        """
        "group": [ { "attribute": "tenant" }, { "attribute": "n", "type": "number" } ],
        """,
        "tenant",
        "n"),
    FOUR(
        """
        "group": [ { "attribute": "tenant" }, { "path": ["meta", "name"], "prefix": "U#" },
                   { "attribute": "kind" }, { "attribute": "n", "type": "number" } ],
        """,
        "tenant",
        "who",
        "kind",
        "n"),
    NESTED(
        """
        "group": { "path": ["meta", "name"], "prefix": "U#" },
        """,
        "who");

    private final String fields;
    private final String parts;

    Grouping(String fields, String... parts) {
      this.fields = fields;
      this.parts = String.join(",", parts);
    }

    String definition() {
      return """
      { "notes": {
          "table": "${TABLE_NAME}", %s
          "where": { "attribute": "kind", "values": ["NOTE"] },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "attributes": ["PK", "tenant"] } }
      """
          .formatted(fields);
    }

    /// The values that name an item's group; empty if the item is in none.
    Optional<List<String>> group(Map<String, AttributeValue> item) {
      List<String> named = parts.isEmpty() ? List.of() : List.of(parts.split(",", -1));
      List<String> group = named.stream().flatMap(part -> value(item, part).stream()).toList();
      boolean isListed =
          group.size() == named.size() && value(item, "kind").equals(Optional.of("NOTE"));
      return isListed ? Optional.of(group) : Optional.empty();
    }
  }

  private static Optional<String> value(Map<String, AttributeValue> item, String name) {
    if (name.equals("who")) {
      return Optional.ofNullable(item.get("meta"))
          .flatMap(meta -> value(meta.m(), "name"))
          .filter(who -> who.matches("U#.+"))
          .map(who -> who.substring("U#".length()));
    }
    return Optional.ofNullable(item.get(name)).map(v -> v.s() == null ? v.n() : v.s());
  }

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @ParameterizedTest
  @EnumSource
  void everyPageOfEveryGroupIsThatOfASortedList(Grouping grouping) {
    String name = "groups-" + grouping.name().toLowerCase(Locale.ROOT);
    check(grouping, new ListedTable(name, grouping.definition()).open());
  }

  @ParameterizedTest
  @EnumSource(value = RedisTopology.class, names = "SINGLE_NODE")
  @EachSqlServer
  void everyPageOfEveryGroupIsThatOfASortedListOnServers(IndexServer server) {
    for (Grouping grouping :
        Extent.of(List.of(Grouping.FOUR), List.of(Grouping.WHOLE, Grouping.FOUR))) {
      try (IndexStore index = server.emptyStore()) {
        String table = "groups-%s-%s".formatted(server, grouping);
        check(grouping, new ListedTable(table, grouping.definition(), index).open());
      }
    }
  }

  private void check(Grouping grouping, ListedTable table) {
    System.out.println("GroupsIT seed " + seed);
    List<Map<String, AttributeValue>> items =
        random.ints(0, 1_000_000).distinct().limit(ITEMS).mapToObj(this::item).toList();
    table.put(items);
    Map<List<String>, List<Map<String, AttributeValue>>> groups = new HashMap<>();
    items.forEach(
        item ->
            grouping
                .group(item)
                .ifPresent(
                    group -> groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(item)));
    Pages down = Pages.of(table.services(table.listings(), Broken.down(), InstantSource.system()));
    groups.forEach(
        (group, those) -> {
          GroupQuery asked = table.asked().group(group.toArray(String[]::new));
          for (Order order : Order.values()) {
            GroupQuery query = asked.order(order).size(1 + random.nextInt(20));
            checkPages(query, sorted(those, order));
            checkWithout(grouping, new GroupQuery(down, query.scope()), sorted(those, order));
          }
        });
    assertEquals(List.of(), table.suspects());
  }

  private static List<String> sorted(List<Map<String, AttributeValue>> items, Order order) {
    Map<Long, List<Bytes>> bySort = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      bySort
          .computeIfAbsent(Long.valueOf(value(item, "at").orElseThrow()), _ -> new ArrayList<>())
          .add(Bytes.utf8(value(item, "PK").orElseThrow()));
    }
    bySort.values().forEach(keys -> keys.sort(Comparator.naturalOrder()));
    List<String> sorted = bySort.values().stream().flatMap(List::stream).map(Bytes::text).toList();
    return order == Order.ASCENDING ? sorted : sorted.reversed();
  }

  private void checkPages(GroupQuery query, List<String> sorted) {
    int size = query.scope().size();
    for (int from = 0; from < sorted.size(); from += size) {
      List<String> expected = sorted.subList(from, Math.min(from + size, sorted.size()));
      Page page = query.page(from / size + 1);
      assertEquals(expected, keys(page), () -> "seed %d: %s".formatted(seed, query.scope()));
      assertEquals(OptionalLong.of(sorted.size()), page.total());
      assertCost(page, "suspects=0");
      assertEquals(expected, keys(query.item(expected.getLast())));
      int next = from + size;
      page.ends()
          .after()
          .ifPresent(
              cursor ->
                  assertEquals(
                      sorted.subList(next, Math.min(next + size, sorted.size())),
                      keys(query.read(cursor))));
      assertEquals(next < sorted.size(), page.ends().after().isPresent());
    }
  }

  private static void checkWithout(Grouping grouping, GroupQuery down, List<String> sorted) {
    if (grouping == Grouping.WHOLE_OF_AN_INDEX) {
      int size = Math.min(down.scope().size(), sorted.size());
      assertEquals(sorted.subList(0, size), keys(down.page(1)));
    } else {
      assertThrows(IndexUnavailable.class, () -> down.page(1));
    }
  }

  private Map<String, AttributeValue> item(int key) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", fromS("k" + key));
    item.put("at", fromN(Integer.toString(random.nextInt(30))));
    item.put("tenant", fromS(any(TENANTS)));
    item.put("kind", fromS(random.nextInt(4) > 0 ? "NOTE" : any(List.of("DRAFT", "note"))));
    if (random.nextInt(8) > 0) {
      item.put("n", fromN(any(NUMBERS)));
    }
    item.put(
        "meta",
        random.nextInt(8) == 0
            ? fromS("U#x")
            : fromM(Map.of("name", fromS(any(List.of("U#x", "U#/", "U#", "V#x", "U#U#"))))));
    return item;
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @Test
  void aRequestNamesAsManyValuesAsTheListingHas() {
    ListingQuery whole = asked(Grouping.WHOLE);
    ListingQuery two = asked(Grouping.TWO);
    assertRefused("x", "left out: this listing is one group, /{listing} has its pages", whole, "x");
    String both = "group 2 times, once for each of tenant, n";
    assertRefused("", both, two);
    assertRefused("a", both, two, "a");
    assertRefused("2", both, two, "a", "1", "2");
    assertRefused("x", "a number of up to 38 digits", two, "a", "x");
    assertEquals("a%2Fb/1", two.group("a/b", "1").scope().group().text());
    assertEquals("", whole.group().scope().group().text());
  }

  private static ListingQuery asked(Grouping grouping) {
    return Definitions.pages(Definitions.listings(grouping.definition(), "notes")).listing("notes");
  }

  private static void assertRefused(
      String value, String allowed, ListingQuery query, String... group) {
    InvalidParameter e = assertThrows(InvalidParameter.class, () -> query.group(group));
    assertEquals("group", e.name());
    assertEquals(value, e.value());
    assertTrue(e.valid().startsWith(allowed), e::valid);
  }
}
