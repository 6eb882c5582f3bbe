package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.listing.Choice;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.Definitions;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;

/// Tests the plans of listings whose groups are spread over partitions.
final class AccessPlansTest {
  private static final String SHARDED =
      with("'partition': {'attribute': 'P', 'template': 'S#{shard}#{group}', 'shards': 16}");
  private static final String DAYS =
      with("'partition': {'attribute': 'P', 'template': '{group}#{sort:uuuuMMdd}'}");
  private static final String BY_RATING =
      with(
          "'filterIndexes': [{'index': 'byRating', 'attribute': 'P',"
              + " 'template': '{group}/{rating}'}]");

  /// 2024-05-01 00:00
  private static final double BEGIN = 1714521600;

  private static final int DAY = 86_400;

  private static String with(String fields) {
    return Definitions.COMMENTS.replace(
        "\"group\"", fields.replace('\'', '"') + ",\n    \"group\"");
  }

  private static Selection rated(Listing listing, Integer... ordinals) {
    Choice whole = Selection.whole(listing.definition()).choices().getFirst();
    return new Selection(List.of(new Choice(whole.filter(), new TreeSet<>(List.of(ordinals)))));
  }

  @Test
  void anIndexOfAFilterIsChosenForItsDeclaredValuesOnly() {
    Listing listing = Definitions.only(BY_RATING);
    assertEquals("byRating", chosen(listing, "x", rated(listing, 4)));
    assertEquals("byRating", chosen(listing, "x", rated(listing, 1, 2, 3, 4, 5)));
    assertEquals("byProduct", chosen(listing, "x", rated(listing, 0, 4)));
    assertEquals("byProduct", chosen(listing, "x", Selection.whole(listing.definition())));
    assertEquals(
        "byProduct", chosen(listing, "x/y", rated(listing, 4)), "a separator in the group");
  }

  @Test
  void anIndexThatCarriesTooLittleIsChosenOnlyIfNoneCarriesMore() {
    Listing narrow =
        Definitions.only(BY_RATING.replace("\"projection\": \"all\"", "\"projection\": \"keys\""));
    assertEquals("byRating", chosen(narrow, "x", rated(narrow, 4)));
    assertEquals("none", chosen(narrow, "x", rated(narrow, 0)));
    String keys = "\"attribute\": \"P\", \"projection\": \"keys\"";
    Listing other = Definitions.only(BY_RATING.replace("\"attribute\": \"P\"", keys));
    assertEquals("byProduct", chosen(other, "x", rated(other, 4)));
  }

  private static String chosen(Listing listing, String group, Selection selection) {
    return request(listing, group, selection, Order.ASCENDING)
        .access()
        .map(access -> String.valueOf(access.index()))
        .orElse("none");
  }

  /// They lie scattered among the others of the group.
  @Test
  void itemsOfAnOpenValueAreNotQueried() {
    Listing open = Definitions.only(Definitions.COMMENTS.replace("[1, 2, 3, 4, 5]", "\"any\""));
    Scope scope = Scope.of(open, List.of("x"));
    OpenValue five = new OpenValue(open.definition().open().getFirst(), "5");
    Start first = new Start.Numbered(1);
    assertTrue(PageRequest.of(scope, first, Room.ENDLESS).access().isPresent());
    assertTrue(PageRequest.of(scope.with(five), first, Room.ENDLESS).access().isEmpty());
  }

  @Test
  void everyShardIsQueriedForThePagesRange() {
    Ranges ranges = (Ranges) plan(SHARDED, 1_024, minutes(100));
    assertEquals(
        IntStream.range(0, 16).mapToObj(i -> "S#" + i + "#x").toList(), partitions(ranges));
    for (RangeQuery query : ranges.parts()) {
      assertEquals("2024-05-01 00:00", FetchPlanTest.text(query.low()));
      assertEquals("2024-05-01 01:39", FetchPlanTest.text(query.high()));
      assertEquals(100, query.limit(), "all may lie in one");
    }
  }

  @Test
  void shardsAreReadByKeyIfQueriesCostMore() {
    assertInstanceOf(Ranges.class, plan(SHARDED, 1_024, minutes(16)));
    assertInstanceOf(BatchGet.class, plan(SHARDED, 1_024, minutes(15)));
  }

  @Test
  void largeItemsOfShardsAreQueriedInParts() {
    Ranges ranges = (Ranges) plan(SHARDED, 160_000, minutes(100));
    assertEquals(32, ranges.parts().size(), "1 MB in each of 16 shards");
    assertEquals("2024-05-01 00:49", FetchPlanTest.text(ranges.parts().getFirst().high()));
    assertEquals("2024-05-01 00:50", FetchPlanTest.text(ranges.parts().getLast().low()));
    assertEquals(50, ranges.parts().getFirst().limit());
  }

  @Test
  void onlyTheDaysOfThePageAreQueriedEachForItsPartOfTheRange() {
    Position[] positions =
        Stream.of(0, 60, 9 * DAY, 9 * DAY + 120)
            .map(seconds -> new Position(BEGIN + seconds, Bytes.utf8("item" + seconds)))
            .toArray(Position[]::new);
    Ranges ranges = (Ranges) plan(DAYS, 4_096, positions);
    assertEquals(List.of("x#20240501", "x#20240510"), partitions(ranges));
    assertEquals("2024-05-01 00:00", FetchPlanTest.text(ranges.parts().getFirst().low()));
    assertEquals("2024-05-01 00:01", FetchPlanTest.text(ranges.parts().getFirst().high()));
    assertEquals("2024-05-10 00:00", FetchPlanTest.text(ranges.parts().getLast().low()));
    assertEquals("2024-05-10 00:02", FetchPlanTest.text(ranges.parts().getLast().high()));
    assertEquals(List.of(2, 2), ranges.parts().stream().map(RangeQuery::limit).toList());
  }

  @Test
  void aPageOfMoreDaysThanParallelCallsIsReadByKey() {
    assertInstanceOf(Ranges.class, plan(DAYS, 4_096, days(64)));
    assertInstanceOf(BatchGet.class, plan(DAYS, 4_096, days(65)));
  }

  @Test
  void requestedValuesAreQueriedInParallel() {
    Listing listing = Definitions.only(BY_RATING);
    PageRequest request = request(listing, "x", rated(listing, 2, 5), Order.DESCENDING);
    List<Position> page = List.of(minutes(10)).reversed();
    PageSlice slice = new PageSlice(1000, 0, page, List.of(), 12);
    Ranges ranges =
        (Ranges) FetchPlan.of(request.scope(), request.access(), slice, new ItemSizes());
    assertEquals(request.access().orElseThrow(), ranges.access());
    assertEquals(List.of("x/2", "x/5"), partitions(ranges));
    assertEquals("2024-05-01 00:00", FetchPlanTest.text(ranges.parts().getFirst().low()));
    assertEquals("2024-05-01 00:09", FetchPlanTest.text(ranges.parts().getFirst().high()));
    assertEquals(12, ranges.parts().getFirst().limit());
    assertEquals(Order.DESCENDING, ranges.parts().getFirst().order());
  }

  @Test
  void anAccessThatDoesNotServeTheSelectionIsNotQueried() {
    String keys = BY_RATING.replace("\"projection\": \"all\"", "\"projection\": \"keys\"");
    Listing listing = Definitions.only(keys);
    PageRequest request = request(listing, "x", rated(listing, 0), Order.ASCENDING);
    PageSlice slice = new PageSlice(1000, 0, List.of(minutes(10)), List.of(), 10);
    assertInstanceOf(
        BatchGet.class, FetchPlan.of(request.scope(), request.access(), slice, new ItemSizes()));
  }

  private static FetchPlan plan(String definition, long itemBytes, Position... positions) {
    Listing listing = Definitions.only(definition);
    PageRequest request =
        request(listing, "x", Selection.whole(listing.definition()), Order.ASCENDING);
    PageSlice slice = new PageSlice(1000, 0, List.of(positions), List.of(), positions.length);
    return FetchPlan.of(
        request.scope(), request.access(), slice, FetchPlanTest.sizes(listing, itemBytes));
  }

  private static PageRequest request(
      Listing listing, String group, Selection selection, Order order) {
    Scope scope = Scope.of(listing, List.of(group)).with(selection).with(order).withSize(100);
    return PageRequest.of(scope, new Start.Numbered(1), Room.ENDLESS);
  }

  private static List<String> partitions(Ranges ranges) {
    return ranges.parts().stream().map(query -> query.partition().s()).distinct().toList();
  }

  private static Position[] minutes(int count) {
    return FetchPlanTest.minutes(count);
  }

  private static Position[] days(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Position(BEGIN + DAY * i, Bytes.utf8("item" + i)))
        .toArray(Position[]::new);
  }
}
