package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.DynamoTableReader.AttributeNames;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.TableRead.Left;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class FetchPlanTest {
  /// 2024-05-01 00:00 and 00:01
  private static final Position RITA = new Position(1714521600, Bytes.utf8("rita"));

  private static final Position TOM = new Position(1714521660, Bytes.utf8("tom"));

  @Test
  void readsByKeyIfTheRangeHoldsMuchMoreThanThePage() {
    assertInstanceOf(Ranges.class, plan(Definitions.comments(), Order.ASCENDING, 4, RITA));
    assertEquals(
        new BatchGet(List.of(Map.of("PK", fromS("rita"))), 1, false),
        plan(Definitions.comments(), Order.ASCENDING, 5, RITA));
  }

  @Test
  void readsByKeyIfTheIndexCarriesTooLittle() {
    assertInstanceOf(BatchGet.class, plan(Definitions.ratings(), Order.ASCENDING, 1, RITA));
    String some = Definitions.COMMENTS.replace("\"projection\": \"all\"", "\"projection\": %s");
    Listing covered = Definitions.only(some.formatted("[\"title\", \"rating\"]"));
    assertInstanceOf(Ranges.class, plan(covered, Order.ASCENDING, 1, RITA));
    Listing uncovered = Definitions.only(some.formatted("[\"rating\"]"));
    assertInstanceOf(BatchGet.class, plan(uncovered, Order.ASCENDING, 1, RITA));
  }

  @Test
  void readsByKeyIfTheTableIsListedByAnotherAttributeThanItsKey() {
    Listing messages =
        Definitions.only(
            """
            { "messages": { "table": "ExampleTableWithStream",
                "group": { "attribute": "Message" },
                "sort":  { "attribute": "Id", "type": "integer" },
                "key":   [ { "attribute": "Id", "type": "number" } ],
                "attributes": "*" } }
            """);
    assertEquals(
        new BatchGet(List.of(Map.of("Id", fromN("101"))), 1, false),
        plan(messages, Order.ASCENDING, 1, new Position(101, Bytes.utf8("101"))));
  }

  @Test
  void namesTheAttributesShownAndThosePlacingAnItemByPlaceholders() {
    AttributeNames query =
        AttributeNames.ofQuery(Definitions.comments(), own(Definitions.comments()), true);
    assertEquals("#a2, #sort, #a3, #partition, #a4", query.projection());
    assertEquals(
        Map.of("#partition", "PK2", "#sort", "SK", "#a2", "PK", "#a3", "title", "#a4", "rating"),
        query.byPlaceholder());
    AttributeNames batch = AttributeNames.ofBatchGet(Definitions.comments());
    assertEquals("#a0, #a1, #a2, #a3, #a4", batch.projection());
    assertEquals(5, batch.byPlaceholder().size());
  }

  @Test
  void namesNoAttributesIfAllAreShown() {
    AttributeNames query =
        AttributeNames.ofQuery(Definitions.ratings(), own(Definitions.ratings()), true);
    assertEquals(null, query.projection());
    assertEquals(Map.of("#partition", "movie", "#sort", "at"), query.byPlaceholder());
  }

  @Test
  void largeItemsAreReadInPartsThatMeetAndStayBelowTheCut() {
    Ranges ranges =
        (Ranges) plan(Definitions.comments(), Order.ASCENDING, 101, 40_000, minutes(100));
    assertEquals(
        List.of(21, 21, 21, 21, 21),
        ranges.parts().stream().map(RangeQuery::limit).toList(),
        "101 items of 40 KB in calls of 800 KB: the part's positions, and the one that ties");
    assertEquals("2024-05-01 00:19", text(ranges.parts().get(0).high()));
    assertEquals("2024-05-01 00:20", text(ranges.parts().get(1).low()));
    assertEquals("2024-05-01 01:39", text(ranges.parts().getLast().high()));
    Ranges two = (Ranges) plan(Definitions.comments(), Order.ASCENDING, 2, 400_000, RITA, TOM);
    assertEquals(1, two.parts().size());
  }

  @Test
  void queriesIfThatConsumesNoMoreCapacityThanReadsByKey() {
    assertQueriedUpToASpanOf(4_096, 50, "none is taken for less than 100 bytes");
    assertQueriedUpToASpanOf(400, 1_024, "four items a step");
    assertQueriedUpToASpanOf(100, 4_096, "one");
    assertQueriedUpToASpanOf(199, 4_097, "a step and a byte is two steps by key");
    assertQueriedUpToASpanOf(102, 40_000, "9.8 steps of 10");
    assertQueriedUpToASpanOf(102, 160_000, "39.06 steps of 40");
  }

  /// @param spanMax the largest span at which a page of 100 is queried
  private static void assertQueriedUpToASpanOf(int spanMax, long itemBytes, String why) {
    FetchPlan within =
        plan(Definitions.comments(), Order.ASCENDING, spanMax, itemBytes, minutes(100));
    assertInstanceOf(Ranges.class, within, why);
    FetchPlan beyond =
        plan(Definitions.comments(), Order.ASCENDING, spanMax + 1, itemBytes, minutes(100));
    assertInstanceOf(BatchGet.class, beyond, why);
  }

  @Test
  void queriesAreNotPlannedToReadMoreThanSixteenMegabytes() {
    FetchPlan plan = plan(Definitions.comments(), Order.ASCENDING, 100, 170_000, minutes(100));
    assertInstanceOf(BatchGet.class, plan);
  }

  @Test
  void readsByKeyInCallsThatStayBelowDynamoDbsLimit() {
    assertEquals(List.of(5), calls(5, 1_024));
    assertEquals(List.of(100), calls(100, 8_192));
    assertEquals(List.of(20, 20, 20, 20, 20), calls(100, 40_000));
    assertEquals(20, calls(100, 160_000).size());
    assertEquals(List.of(2, 2, 1), calls(5, ItemSizes.MAX));
    assertEquals(
        53, BatchGet.of(keys(105), ItemSizes.MAX, true).calls().size(), "as many as there can be");
  }

  @Test
  void readsLeftKeysInSmallerCalls() {
    BatchGet first = BatchGet.of(keys(100), 40_000, true);
    BatchGet again = first.again(Left.ofKeys(keys(30), true));
    assertEquals(List.of(10, 10, 10), again.calls().stream().map(c -> c.keys().size()).toList());
    assertTrue(again.consistent());
    BatchGet busy = first.again(Left.ofKeys(keys(30), false));
    assertEquals(2, busy.calls().size(), "as large as before where the table was busy");
    BatchGet single = BatchGet.of(keys(100), ItemSizes.MAX, true);
    int calls = single.again(Left.ofKeys(keys(100), true)).calls().size();
    assertTrue(calls <= FetchPlan.CALLS_MAX, "" + calls);
  }

  private static List<Integer> calls(int keys, long itemBytes) {
    return BatchGet.of(keys(keys), itemBytes, false).calls().stream()
        .map(call -> call.keys().size())
        .toList();
  }

  private static List<Map<String, AttributeValue>> keys(int count) {
    return IntStream.range(0, count)
        .<Map<String, AttributeValue>>mapToObj(i -> Map.of("PK", fromS("item" + i)))
        .toList();
  }

  /// The text of an edge that a range must have.
  static String text(@Nullable AttributeValue edge) {
    return Objects.requireNonNull(edge).s();
  }

  /// Positions from 2024-05-01 00:00 on, one for each minute.
  static Position[] minutes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Position(1714521600 + 60 * i, Bytes.utf8("item" + i)))
        .toArray(Position[]::new);
  }

  private static Access own(Listing listing) {
    return listing.accesses().getFirst();
  }

  private static FetchPlan plan(Listing listing, Order order, long span, Position... positions) {
    return plan(listing, order, span, 1_000, positions);
  }

  private static FetchPlan plan(
      Listing listing, Order order, long span, long itemBytes, Position... positions) {
    Scope scope = Scope.of(listing, List.of("TSHIRT")).with(order);
    PageRequest request = PageRequest.of(scope, new Start.Numbered(1), Room.ENDLESS);
    return FetchPlan.of(
        scope,
        request.access(),
        new PageSlice(1000, 0, List.of(positions), List.of(), span),
        sizes(listing, itemBytes));
  }

  /// Sizes that were learned from a read without rounding.
  static ItemSizes sizes(Listing listing, long itemBytes) {
    ItemSizes sizes = new ItemSizes();
    List<Map<String, AttributeValue>> items = List.of(Map.of());
    TableRead read = new TableRead(items, 0, itemBytes / 8_192.0, TableRead.Left.NOTHING);
    listing.accesses().stream()
        .limit(1)
        .forEach(own -> sizes.learn(listing, new Ranges(own, List.of()), read));
    return sizes;
  }
}
