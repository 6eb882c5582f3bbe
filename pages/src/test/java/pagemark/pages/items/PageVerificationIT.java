package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.ListedTable.with;
import static pagemark.pages.Wire.assertCost;
import static pagemark.pages.Wire.batch;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.result.Page;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// How pages treat ghosts, a GSI that lags, and items that moved, and which entries of the index
/// they file as suspects.
final class PageVerificationIT extends ThirtyComments {
  private static final ListedTable TABLE = new ListedTable("verified", Definitions.COMMENTS).open();

  PageVerificationIT() {
    super(TABLE);
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
  void sparesThatAreGhostsThemselvesAreSkippedAndFiled() {
    TABLE.outOfTable(key(6));
    TABLE.outOfTable(key(10));
    assertShown(5, 7, 8, 9, 11);
    assertFiled(doubt(6, NOT_THERE), doubt(10, NOT_THERE));
    IntStream.of(5, 11, 13).forEach(gone -> TABLE.outOfTable(key(gone)));
    assertShown(7, 8, 9, 12, 14);
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
  void anItemThatTheGsiDoesNotShowYetIsShownFromTheTable() {
    TABLE.wire().changeItems(hide(key(5), key(9)));
    Page page = assertShown(5, 6, 7, 8, 9);
    assertEquals(2, TABLE.wire().drain().size());
    assertCost(page, "tableCalls=2", "suspects=0");
    assertFiled();
  }

  @Test
  void anItemThatTheGsiStillShowsInItsOldGroupIsShownFromTheTable() {
    TABLE.wire().changeItems(age(key(7), "PK2", fromS("elsewhere")));
    assertEquals("title of " + key(7), shown(assertShown(5, 6, 7, 8, 9), "title"));
  }

  /// The text of an attribute of the page's third item.
  private static String shown(Page page, String attribute) {
    return ListedTable.text(page.items().get(2), attribute);
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
  void anItemThatTheGsiStillShowsWhereItStoodIsShownFromTheTable() {
    TABLE.wire().changeItems(age(key(7), "SK", fromS("2024-05-01 00:05")));
    Page page = assertShown(5, 6, 7, 8, 9);
    assertEquals("2024-05-01 00:07", shown(page, "SK"));
    assertCost(page, "tableCalls=2", "suspects=0");
  }

  @Test
  void itemsThatTheIndexDoesNotKnowYetPushNothingOut() {
    TABLE.intoTable(List.of(minute(50, 6), minute(51, 6)));
    assertCost(assertShown(5, 6, 7, 8, 9), "tableCalls=2", "suspects=0");
    assertEquals(named(0, 1, 2, 3, 4), keys(query.page(1)));
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
  void aReadByKeyIsCheckedTheSameWay() {
    TABLE.put(
        IntStream.range(100, 200)
            .mapToObj(i -> ListedTable.comment(key(i), group, "2024-06-01 00:00"))
            .toList());
    TABLE.outOfTable(key(192));
    assertEquals(named(194, 193, 191, 190, 189), keys(query.order(Order.DESCENDING).skip(5)));
    List<SdkRequest> requests = TABLE.wire().drain();
    assertEquals(2, requests.size());
    assertFalse(batch(requests.get(0), TABLE.table()).consistentRead());
    assertTrue(batch(requests.get(1), TABLE.table()).consistentRead());
  }

  @Test
  void aQueryThatIsCutAtAMegabyteIsCompletedByKey() {
    AttributeValue large = fromS("x".repeat(300_000));
    TABLE.intoTable(
        IntStream.range(5, 10).mapToObj(i -> with(minute(i, i), "text", large)).toList());
    assertCost(assertShown(5, 6, 7, 8, 9), "tableCalls=4", "roundTrips=2", "suspects=0");
  }

  @Test
  void unprocessedKeysAreRetriedWithinABound() {
    TABLE.outOfTable(key(6));
    int[] calls = {0};
    TABLE.wire().changeBatches(response -> calls[0]++ == 0 ? unprocessed(response) : response);
    assertCost(assertShown(5, 7, 8, 9, 10), "tableCalls=3");
    TABLE.wire().changeBatches(PageVerificationIT::unprocessed);
    TABLE.wire().drain();
    assertThrows(TableUnavailable.class, () -> query.page(2));
    assertEquals(1 + 4, TABLE.wire().drain().size());
  }

  /// An answer in which DynamoDB read nothing and left all keys.
  private static BatchGetItemResponse unprocessed(BatchGetItemResponse response) {
    List<Map<String, AttributeValue>> left =
        response.responses().values().stream()
            .flatMap(List::stream)
            .map(item -> Map.of("PK", fromS(ListedTable.text(item, "PK"))))
            .toList();
    KeysAndAttributes keys = KeysAndAttributes.builder().consistentRead(true).keys(left).build();
    return response.toBuilder()
        .responses(Map.of())
        .unprocessedKeys(Map.of(TABLE.table(), keys))
        .build();
  }

  private static UnaryOperator<List<Map<String, AttributeValue>>> hide(String... hidden) {
    return items ->
        items.stream()
            .filter(item -> !List.of(hidden).contains(ListedTable.text(item, "PK")))
            .toList();
  }

  private static UnaryOperator<List<Map<String, AttributeValue>>> age(
      String key, String name, AttributeValue value) {
    return items ->
        items.stream()
            .map(item -> ListedTable.text(item, "PK").equals(key) ? older(item, name, value) : item)
            .toList();
  }

  private static Map<String, AttributeValue> older(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    return with(with(item, name, value), "title", fromS("an old title"));
  }
}
