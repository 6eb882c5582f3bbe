package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Tests how pages treat ghosts, a GSI that lags, and items that moved. Every group holds `a00` to
/// `a29`, a minute apart; pages have 5 items.
final class VerifiedPagesIT {
  private static final Shop SHOP = new Shop("verified-pages", Definitions.COMMENTS).open();

  /// Each test has its own, as the item sizes that it has learned decide how it reads.
  private final Front front = SHOP.front(SHOP.index().reader());

  private String group = "";

  @BeforeEach
  void fill(TestInfo test) {
    group = test.getTestMethod().orElseThrow().getName();
    SHOP.put(IntStream.range(0, 30).mapToObj(this::comment).toList());
    front.get("/comments/" + group);
    SHOP.wire().drain();
  }

  @AfterEach
  void heal() {
    SHOP.wire().heal();
  }

  @Test
  void aGhostIsNotShownAndTheFirstSpareTakesItsPlace() {
    SHOP.outOfTable(key(6));
    Reply reply = page(2);
    assertEquals(keys(5, 7, 8, 9, 10), PageReadsIT.keys(reply));
    assertEquals(30, reply.body().at("/page/totalItems").intValue());
    List<SdkRequest> requests = SHOP.wire().drain();
    assertEquals(2, requests.size());
    assertInstanceOf(QueryRequest.class, requests.get(0));
    KeysAndAttributes second = PageReadsIT.batch(requests.get(1), "verified-pages");
    assertTrue(second.consistentRead());
    assertEquals(
        keys(6, 10, 11, 12, 13, 14).stream().map(k -> Map.of("PK", fromS(k))).toList(),
        second.keys());
    assertCost(reply, "table-calls=2", "suspects=1", "discarded=4");
  }

  @Test
  void sparesThatAreGhostsThemselvesAreSkipped() {
    for (int gone : new int[] {5, 6, 10, 11, 13}) {
      SHOP.outOfTable(key(gone));
    }
    assertEquals(keys(7, 8, 9, 12, 14), PageReadsIT.keys(page(2)));
  }

  @Test
  void aPageIsShorterIfSparesDoNotSuffice() {
    IntStream.range(5, 14).forEach(i -> SHOP.outOfTable(key(i)));
    assertEquals(keys(14), PageReadsIT.keys(page(2)));
    IntStream.range(14, 30).forEach(i -> SHOP.outOfTable(key(i)));
    assertEquals(List.of(), PageReadsIT.keys(page(6)));
  }

  @Test
  void anItemThatTheGsiDoesNotShowYetIsShownFromTheTable() {
    SHOP.wire().changeQueries(hide(key(5), key(9)));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertEquals(2, SHOP.wire().drain().size());
    assertCost(reply, "table-calls=2", "suspects=0");
  }

  @Test
  void anItemThatTheGsiStillShowsInItsOldGroupIsShownFromTheTable() {
    SHOP.wire().changeQueries(age(key(7), "PK2", fromS("elsewhere")));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertEquals("title of " + key(7), reply.body().at("/items/2/title").textValue());
  }

  @Test
  void anItemWhoseImageIsPoisonOrAbsentIsNotShown() {
    SHOP.intoTable(
        List.of(
            Shop.comment(key(6), group, "yesterday"),
            Map.of("PK", fromS(key(8)), "PK2", fromS(group))));
    Reply reply = page(2);
    assertEquals(keys(5, 7, 9, 10, 11), PageReadsIT.keys(reply));
    assertCost(reply, "suspects=2");
  }

  @Test
  void anItemThatMovedToAnotherGroupIsNotShown() {
    SHOP.intoTable(List.of(Shop.comment(key(7), "another", "2024-05-01 00:07")));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 8, 9, 10), PageReadsIT.keys(reply));
    assertCost(reply, "suspects=1");
  }

  @Test
  void anItemThatMovedOutOfThePageIsNotShownThere() {
    SHOP.intoTable(List.of(Shop.comment(key(7), group, "2024-05-01 00:59")));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 8, 9, 10), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=2", "suspects=1");
  }

  @Test
  void anItemThatMovedBetweenItsNeighboursIsShown() {
    SHOP.intoTable(List.of(Shop.comment(key(7), group, "2024-05-01 00:08")));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertEquals("2024-05-01 00:08", reply.body().at("/items/2/SK").textValue());
    assertCost(reply, "table-calls=2", "suspects=0");
  }

  @Test
  void anItemThatTheGsiStillShowsWhereItStoodIsShownFromTheTable() {
    SHOP.wire().changeQueries(age(key(7), "SK", fromS("2024-05-01 00:05")));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertEquals("2024-05-01 00:07", reply.body().at("/items/2/SK").textValue());
    assertCost(reply, "table-calls=2", "suspects=0");
  }

  @Test
  void anItemThatTheIndexDoesNotKnowYetPushesNothingOut() {
    SHOP.intoTable(
        List.of(
            Shop.comment(key(50), group, "2024-05-01 00:06"),
            Shop.comment(key(51), group, "2024-05-01 00:06")));
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=2", "suspects=0");
    assertEquals(keys(0, 1, 2, 3, 4), PageReadsIT.keys(page(1)));
  }

  @Test
  void anItemThatTheGsiShowsTwiceIsShownOnce() {
    SHOP.wire()
        .changeQueries(
            response -> {
              List<Map<String, AttributeValue>> items = new ArrayList<>(response.items());
              Map<String, AttributeValue> older = new HashMap<>(items.get(1));
              older.put("SK", fromS("2024-05-01 00:09"));
              items.add(older);
              return response.toBuilder().items(items).build();
            });
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=1", "discarded=1");
  }

  @Test
  void aReadByKeyIsCheckedTheSameWay() {
    SHOP.put(
        IntStream.range(100, 200)
            .mapToObj(i -> Shop.comment(key(i), group, "2024-06-01 00:00"))
            .toList());
    SHOP.outOfTable(key(192));
    Reply reply = front.get("/comments/" + group + "?size=5&skip=5&order=descending");
    assertEquals(keys(194, 193, 191, 190, 189), PageReadsIT.keys(reply));
    List<SdkRequest> requests = SHOP.wire().drain();
    assertEquals(2, requests.size());
    assertFalse(PageReadsIT.batch(requests.get(0), "verified-pages").consistentRead());
    assertTrue(PageReadsIT.batch(requests.get(1), "verified-pages").consistentRead());
  }

  @Test
  void aQueryThatIsCutAtAMegabyteIsCompletedByKey() {
    List<Map<String, AttributeValue>> large = new ArrayList<>();
    for (int i = 5; i < 10; i++) {
      Map<String, AttributeValue> item = new HashMap<>(comment(i));
      item.put("text", fromS("x".repeat(300_000)));
      large.add(item);
    }
    SHOP.intoTable(large);
    Reply reply = page(2);
    assertEquals(keys(5, 6, 7, 8, 9), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=4", "round-trips=2", "suspects=0");
  }

  @Test
  void unprocessedKeysAreRetriedWithinABound() {
    SHOP.outOfTable(key(6));
    int[] calls = {0};
    SHOP.wire().changeBatches(response -> calls[0]++ == 0 ? unprocessed(response) : response);
    Reply reply = page(2);
    assertEquals(keys(5, 7, 8, 9, 10), PageReadsIT.keys(reply));
    assertCost(reply, "table-calls=3");
    SHOP.wire().changeBatches(VerifiedPagesIT::unprocessed);
    SHOP.wire().drain();
    Reply busy = page(2);
    assertEquals(503, busy.status());
    assertEquals("1", busy.header("Retry-After"));
    assertEquals(1 + 4, SHOP.wire().drain().size());
  }

  /// An answer in which DynamoDB read nothing and left all keys.
  private static BatchGetItemResponse unprocessed(BatchGetItemResponse response) {
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .consistentRead(true)
            .keys(
                response.responses().values().stream()
                    .flatMap(List::stream)
                    .map(item -> Map.of("PK", item.get("PK")))
                    .toList())
            .build();
    return response.toBuilder()
        .responses(Map.of())
        .unprocessedKeys(Map.of("verified-pages", keys))
        .build();
  }

  private static UnaryOperator<QueryResponse> hide(String... hidden) {
    return response ->
        response.toBuilder()
            .items(
                response.items().stream()
                    .filter(item -> Stream.of(hidden).noneMatch(Shop.text(item, "PK")::equals))
                    .toList())
            .build();
  }

  private static UnaryOperator<QueryResponse> age(String key, String name, AttributeValue value) {
    return response -> {
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (Map<String, AttributeValue> item : response.items()) {
        Map<String, AttributeValue> copy = new HashMap<>(item);
        if (Shop.text(item, "PK").equals(key)) {
          copy.put(name, value);
          copy.put("title", fromS("an old title"));
        }
        items.add(copy);
      }
      return response.toBuilder().items(items).build();
    };
  }

  private Reply page(int number) {
    return front.get("/comments/" + group + "?size=5&order=ascending&page=" + number);
  }

  private Map<String, AttributeValue> comment(int i) {
    return Shop.comment(key(i), group, "2024-05-01 00:%02d".formatted(i));
  }

  private String key(int i) {
    return group + "-a%02d".formatted(i);
  }

  private List<String> keys(int... numbers) {
    return IntStream.of(numbers).mapToObj(this::key).toList();
  }

  private static void assertCost(Reply reply, String... parts) {
    List<String> told = List.of(reply.header("Pagemark-Cost").split(", "));
    for (String part : parts) {
      assertTrue(told.contains(part), part + " in " + told);
    }
  }
}
