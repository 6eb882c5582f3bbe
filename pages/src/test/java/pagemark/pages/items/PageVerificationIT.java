package pagemark.pages.items;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.ListedTable.with;
import static pagemark.pages.Wire.assertCost;
import static pagemark.pages.Wire.batch;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.result.Page;
import pagemark.state.Suspect;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// How pages treat ghosts, a GSI that lags, and items that moved, and which entries of the index
/// they file as suspects. Each test has a group of its own, which holds `a00` to `a29`, a minute
/// apart; its second page holds `a05` to `a09`.
final class PageVerificationIT {
  private static final ListedTable TABLE = new ListedTable("verified", Definitions.COMMENTS).open();

  private static final String NOT_THERE = "the item is not in the group";
  private static final String ELSEWHERE = "the item stands elsewhere in the group";

  private String group = "";
  private GroupQuery query = TABLE.asked().group("x");

  /// Each test asks its own pages, as the item sizes that they have learned decide how they read.
  @BeforeEach
  void fill(TestInfo test) {
    group = test.getTestMethod().orElseThrow().getName();
    TABLE.put(IntStream.range(0, 30).mapToObj(i -> minute(i, i)).toList());
    query = TABLE.asked(TABLE.index().reader()).group(group).order(Order.ASCENDING).size(5);
    query.size(20).page(1);
    TABLE.wire().drain();
  }

  @AfterEach
  void heal() {
    TABLE.wire().heal();
  }

  private Map<String, AttributeValue> minute(int number, int minute) {
    return ListedTable.comment(key(number), group, "2024-05-01 00:%02d".formatted(minute));
  }

  private String key(int i) {
    return group + "-a%02d".formatted(i);
  }

  private List<String> named(int... numbers) {
    return IntStream.of(numbers).mapToObj(this::key).toList();
  }

  private Page assertShown(int... numbers) {
    Page page = query.page(2);
    assertEquals(named(numbers), keys(page));
    return page;
  }

  private record Doubt(Map<String, AttributeValue> key, Entry seen, String reason) {}

  private Doubt doubt(int number, String reason) {
    return new Doubt(Map.of("PK", fromS(key(number))), entry(number), reason);
  }

  private Entry entry(int number) {
    return new Entry(Cell.WHOLE, new Position(1714521600 + 60 * number, Bytes.utf8(key(number))));
  }

  /// Asserts that just these suspects of the group were filed.
  private void assertFiled(Doubt... expected) {
    List<Suspect> filed =
        TABLE.suspects().stream().filter(suspect -> suspect.group().equals(group)).toList();
    for (Suspect suspect : filed) {
      assertEquals(ListedTable.GENERATION, suspect.generation());
      assertTrue(suspect.seenAt().isAfter(Instant.EPOCH));
    }
    assertEquals(
        Set.of(expected),
        filed.stream().map(s -> new Doubt(s.key(), s.seen(), s.reason())).collect(toSet()));
  }

  @Test
  void aGhostIsNotShownAndTheFirstSpareTakesItsPlace() {
    TABLE.outOfTable(key(6));
    Page page = assertShown(5, 7, 8, 9, 10);
    assertEquals(OptionalLong.of(30), page.total());
    assertEquals(0, page.omitted(), "a spare has taken its place");
    List<SdkRequest> requests = TABLE.wire().drain();
    assertEquals(2, requests.size());
    assertInstanceOf(QueryRequest.class, requests.get(0));
    KeysAndAttributes second = batch(requests.get(1), TABLE.table());
    assertTrue(second.consistentRead());
    assertEquals(
        named(6, 10, 11, 12, 13, 14).stream().map(k -> Map.of("PK", fromS(k))).toList(),
        second.keys());
    assertCost(page, "tableCalls=2", "suspects=1", "discarded=4");
    assertFiled(doubt(6, NOT_THERE));
  }

  @Test
  void aPageIsShorterIfSparesDoNotSuffice() {
    IntStream.range(5, 14).forEach(i -> TABLE.outOfTable(key(i)));
    assertEquals(4, assertShown(14).omitted());
    IntStream.range(14, 30).forEach(i -> TABLE.outOfTable(key(i)));
    Page last = query.page(6);
    assertEquals(List.of(), keys(last));
    assertEquals(5, last.omitted());
  }

  @Test
  void itemsWhoseImageIsPoisonOrAbsentOrInAnotherGroupAreNotShown() {
    TABLE.intoTable(
        List.of(
            ListedTable.comment(key(6), group, "yesterday"),
            Map.of("PK", fromS(key(7)), "PK2", fromS(group)),
            ListedTable.comment(key(8), "another", "2024-05-01 00:08")));
    assertCost(assertShown(5, 9, 10, 11, 12), "suspects=3");
    assertFiled(doubt(6, NOT_THERE), doubt(7, NOT_THERE), doubt(8, NOT_THERE));
  }

  @Test
  void anItemThatMovedIsShownOnlyBetweenItsNeighboursAndFiled() {
    TABLE.intoTable(List.of(minute(6, 59), minute(7, 8)));
    Page page = assertShown(5, 7, 8, 9, 10);
    assertEquals("2024-05-01 00:08", ListedTable.text(page.items().get(1), "SK"));
    assertCost(page, "tableCalls=2", "suspects=1");
    assertFiled(doubt(6, ELSEWHERE), doubt(7, ELSEWHERE));
  }

  @Test
  void anItemThatTheGsiShowsTwiceIsShownOnce() {
    TABLE
        .wire()
        .changeItems(
            items -> {
              List<Map<String, AttributeValue>> more = new ArrayList<>(items);
              more.add(with(items.get(1), "SK", fromS("2024-05-01 00:09")));
              return more;
            });
    assertCost(assertShown(5, 6, 7, 8, 9), "tableCalls=1", "discarded=1");
  }

  @Test
  void anItemThatLeftTheSelectionGivesWayToASpare() {
    TABLE.intoTable(List.of(with(minute(6, 6), "rating", AttributeValue.fromN("1"))));
    query = query.filter("rating", 5);
    assertCost(assertShown(5, 7, 8, 9, 10), "roundTrips=2", "suspects=1");
    assertFiled(doubt(6, "the item is not in the selection"));
  }
}
