package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.api.FetchPlan.BatchGet;
import pagemark.api.FetchPlan.RangeQuery;
import pagemark.api.FetchPlan.Ranges;
import pagemark.index.PageSlice;
import pagemark.key.Bytes;
import pagemark.key.Group;
import pagemark.key.Position;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Selection;

final class FetchPlanTest {
  /// 2024-05-01 00:00 and 00:01
  private static final Position RITA = new Position(1714521600, Bytes.utf8("rita"));

  private static final Position TOM = new Position(1714521660, Bytes.utf8("tom"));

  @Test
  void queriesTheRangeBetweenFirstAndLastWithAsManyItemsAsTheIndexCounts() {
    RangeQuery expected =
        new RangeQuery(
            fromS("TSHIRT"),
            fromS("2024-05-01 00:00"),
            fromS("2024-05-01 00:01"),
            Order.ASCENDING,
            8);
    assertEquals(
        new Ranges(List.of(expected)), plan(Definitions.comments(), Order.ASCENDING, 8, RITA, TOM));
  }

  @Test
  void namesTheLowerBoundFirstInEitherOrder() {
    Ranges ranges = (Ranges) plan(Definitions.comments(), Order.DESCENDING, 2, TOM, RITA);
    RangeQuery query = ranges.parts().getFirst();
    assertEquals("2024-05-01 00:00", query.low().s());
    assertEquals("2024-05-01 00:01", query.high().s());
  }

  @Test
  void readsByKeyWhereTheRangeHoldsMuchMoreThanThePage() {
    assertInstanceOf(Ranges.class, plan(Definitions.comments(), Order.ASCENDING, 4, RITA));
    assertEquals(
        new BatchGet(List.of(Map.of("PK", fromS("rita"))), false),
        plan(Definitions.comments(), Order.ASCENDING, 5, RITA));
  }

  @Test
  void readsByKeyWhereTheIndexCarriesTooLittle() {
    assertInstanceOf(BatchGet.class, plan(Definitions.ratings(), Order.ASCENDING, 1, RITA));
    String some = Definitions.COMMENTS.replace("\"projection\": \"all\"", "\"projection\": %s");
    Listing covered = Definitions.only(some.formatted("[\"title\", \"rating\"]"));
    assertInstanceOf(Ranges.class, plan(covered, Order.ASCENDING, 1, RITA));
    Listing uncovered = Definitions.only(some.formatted("[\"rating\"]"));
    assertInstanceOf(BatchGet.class, plan(uncovered, Order.ASCENDING, 1, RITA));
  }

  @Test
  void readsByKeyWhereTheTableItselfIsListedBySomethingElseThanItsKey() {
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
        new BatchGet(List.of(Map.of("Id", fromN("101"))), false),
        plan(messages, Order.ASCENDING, 1, new Position(101, Bytes.utf8("101"))));
  }

  @Test
  void namesTheAttributesShownAndThosePlacingAnItemByPlaceholders() {
    AttributeNames query = AttributeNames.ofQuery(Definitions.comments());
    assertEquals("#a2, #sort, #a3, #group, #a4", query.projection());
    assertEquals(
        Map.of("#group", "PK2", "#sort", "SK", "#a2", "PK", "#a3", "title", "#a4", "rating"),
        query.byPlaceholder());
    AttributeNames batch = AttributeNames.ofBatchGet(Definitions.comments());
    assertEquals("#a0, #a1, #a2, #a3, #a4", batch.projection());
    assertEquals(5, batch.byPlaceholder().size());
  }

  @Test
  void namesNoAttributesWhereAllAreShown() {
    AttributeNames query = AttributeNames.ofQuery(Definitions.ratings());
    assertEquals(null, query.projection());
    assertEquals(Map.of("#group", "movie", "#sort", "at"), query.byPlaceholder());
  }

  @Test
  void largeItemsAreReadInPartsThatMeetAndStayBelowTheCut() {
    Position[] positions = new Position[100];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = new Position(1714521600 + 60 * i, Bytes.utf8("item" + i));
    }
    Ranges ranges = (Ranges) plan(Definitions.comments(), Order.ASCENDING, 103, 40_000, positions);
    assertEquals(6, ranges.parts().size(), "103 items of 40 KB are 5.2 parts of 800 KB");
    assertEquals(
        List.of(20, 20, 20, 20, 20, 18),
        ranges.parts().stream().map(RangeQuery::limit).toList(),
        "the part's positions, and the 3 that tie at the edges");
    assertEquals("2024-05-01 00:16", ranges.parts().get(0).high().s());
    assertEquals("2024-05-01 00:17", ranges.parts().get(1).low().s());
    assertEquals("2024-05-01 01:39", ranges.parts().getLast().high().s());
    Ranges two = (Ranges) plan(Definitions.comments(), Order.ASCENDING, 2, 400_000, RITA, TOM);
    assertEquals(1, two.parts().size());
  }

  private static FetchPlan plan(Listing listing, Order order, long span, Position... positions) {
    return plan(listing, order, span, 1_000, positions);
  }

  private static FetchPlan plan(
      Listing listing, Order order, long span, long itemBytes, Position... positions) {
    PageRequest request =
        new PageRequest(
            listing,
            new Group("TSHIRT"),
            Selection.whole(listing.definition()),
            new Start.Numbered(1),
            20,
            order,
            null,
            new LinkedHashMap<>());
    return FetchPlan.of(
        request, new PageSlice(1000, 0, List.of(positions), List.of(), span), itemBytes);
  }
}
