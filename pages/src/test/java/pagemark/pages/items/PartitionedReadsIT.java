package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.listing.Choice;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.Pauses;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Pages of groups that are spread over partitions: 600 items of 1 KB of group `x`, three a minute
/// and an hour between them, rated 0 to 5 in turn; and a few of group `y` in the same table.
final class PartitionedReadsIT {
  private static final ListedTable SHARDS =
      shop(
          "sharded",
          "'partition': {'attribute': 'P', 'template': 'S#{shard}', 'shards': 4}",
          i -> "S#" + i * 7 % 4);
  private static final ListedTable DAYS =
      shop(
          "days",
          "'partition': {'attribute': 'P', 'template': '{group}#{sort:uuuuMMdd}'}",
          i -> "x#202405%02d".formatted(1 + i / 72));
  private static final ListedTable RATINGS =
      shop(
          "by-rating",
          "'filterIndexes': [{'index': 'byRating', 'attribute': 'P',"
              + " 'template': '{group}/{rating}'}]",
          i -> "x/" + i % 6);

  private static ListedTable shop(String name, String fields, Function<Integer, String> partition) {
    String definition =
        Definitions.COMMENTS.replace("\"group\"", fields.replace('\'', '"') + ", \"group\"");
    ListedTable shop = new ListedTable(name, definition);
    shop.intoTable(
        IntStream.range(0, 600).mapToObj(i -> item(i, "x", partition.apply(i))).toList());
    shop.intoTable(
        IntStream.range(0, 600)
            .filter(i -> i % 10 == 0)
            .mapToObj(i -> item(i, "y", partition.apply(i).replace("x", "y")))
            .toList());
    return shop;
  }

  private static Map<String, AttributeValue> item(int i, String group, String partition) {
    String at = "2024-05-%02d %02d:00".formatted(1 + i / 72, i % 72 / 3);
    Map<String, AttributeValue> item =
        new HashMap<>(ListedTable.comment("%s%03d".formatted(group, i), group, at));
    item.put("rating", fromN(Integer.toString(i % 6)));
    item.put("P", fromS(partition));
    item.put("text", fromS("x".repeat(900)));
    return item;
  }

  @BeforeEach
  void forgetRequests() {
    List.of(SHARDS, DAYS, RATINGS).forEach(shop -> shop.wire().drain());
  }

  /// Partitions without the group in their names hold other groups too, whose items are read and
  /// not shown.
  @Test
  void everyShardIsQueriedAtOnceAndTheOrderKept() {
    for (Order order : Order.values()) {
      FetchedItems page = read(SHARDS, whole(SHARDS), order, 200, 100);
      assertEquals(List.of("query", 4, 1), List.of(page.plan(), page.calls(), page.roundTrips()));
      assertEquals(expected(order, 200, 100, i -> true), keys(page));
      int others = order == Order.ASCENDING ? 10 : 11;
      assertEquals(others + 2, page.discarded(), "of group y, and ties of the edges");
      List<QueryRequest> queries = queries(SHARDS);
      assertEquals(
          List.of("S#0", "S#1", "S#2", "S#3"), queries.stream().map(this::partition).toList());
    }
  }

  @Test
  void onlyTheDaysOfThePageAreQueried() {
    FetchedItems page = read(DAYS, whole(DAYS), Order.ASCENDING, 60, 100);
    assertEquals(expected(Order.ASCENDING, 60, 100, i -> true), keys(page));
    assertEquals(List.of("query", 3, 1), List.of(page.plan(), page.calls(), page.roundTrips()));
    assertEquals(
        List.of("x#20240501", "x#20240502", "x#20240503"),
        queries(DAYS).stream().map(this::partition).toList());
  }

  @Test
  void theIndexOfAFilterIsQueriedForTheRequestedValues() {
    Selection selection = rated(RATINGS, 2, 5);
    FetchedItems page = read(RATINGS, selection, Order.DESCENDING, 30, 100);
    assertEquals(expected(Order.DESCENDING, 30, 100, i -> i % 6 == 2 || i % 6 == 5), keys(page));
    assertEquals(List.of("query", 2, 1), List.of(page.plan(), page.calls(), page.roundTrips()));
    assertEquals(0, page.discarded(), "nothing of other ratings");
    List<QueryRequest> queries = queries(RATINGS);
    assertEquals(List.of("x/2", "x/5"), queries.stream().map(this::partition).toList());
    assertEquals(
        List.of("byRating", "byRating"), queries.stream().map(QueryRequest::indexName).toList());
  }

  /// In the listing's own index, only every sixth item matches.
  @Test
  void aSelectionThatNoFilterIndexServesIsReadByKey() {
    Selection others = rated(RATINGS, 0);
    FetchedItems page = read(RATINGS, others, Order.ASCENDING, 0, 100);
    assertEquals(expected(Order.ASCENDING, 0, 100, i -> i % 6 == 0), keys(page));
    assertEquals(List.of("batch-get", 1, 1), List.of(page.plan(), page.calls(), page.roundTrips()));
  }

  @Test
  void itemsOfOtherCellsInTheRangeAreReadAndNotShown() {
    Selection most = rated(RATINGS, 0, 1, 2, 3);
    FetchedItems page = read(RATINGS, most, Order.ASCENDING, 0, 96);
    assertEquals(expected(Order.ASCENDING, 0, 96, i -> i % 6 < 4), keys(page));
    assertEquals(List.of("query", 1, 1), List.of(page.plan(), page.calls(), page.roundTrips()));
    assertEquals(48, page.discarded(), "ratings 4 and 5 up to the last item's tie");
  }

  /// In the table, the item is rated 1 by now.
  @Test
  void anItemThatLeftTheSelectionIsReadAgainAndGivesWayToASpare() {
    ListedTable shop = RATINGS;
    Map<String, AttributeValue> moved = new HashMap<>(item(128, "x", "x/1"));
    moved.put("rating", fromN("1"));
    shop.intoTable(List.of(moved));
    try {
      FetchedItems page = read(shop, rated(shop, 2, 5), Order.ASCENDING, 40, 10);
      List<String> wanted = new ArrayList<>(expected(Order.ASCENDING, 40, 11, i -> i % 3 == 2));
      wanted.remove("x128");
      assertEquals(wanted, keys(page));
      assertEquals(List.of(2, 1), List.of(page.roundTrips(), page.suspects()));
      assertEquals("the item is not in the selection", page.doubted().getFirst().reason());
      assertEquals(5, page.discarded(), "the moved one and the spares that were not needed");
    } finally {
      shop.intoTable(List.of(item(128, "x", "x/2")));
    }
  }

  private static FetchedItems read(
      ListedTable shop, Selection selection, Order order, int from, int size) {
    Listing listing = shop.listing();
    PageRequest request =
        PageRequest.of(
            new Scope(listing, new Group("x"), selection, order, size, null, Numbering.FROM_FIRST),
            new Start.Skipped(from));
    Selection read =
        request
            .access()
            .map(access -> access.partitions().read(listing.definition(), selection))
            .orElse(selection);
    PageItems items = new PageItems(shop.tableReader(), Pauses.by(InstantSource.system()));
    PageSlice slice = slice(request, read, from);
    FetchedItems page = items.read(request, slice);
    assertEquals(page.calls(), shop.wire().count());
    return page;
  }

  /// The slice as the index returns it.
  private static PageSlice slice(PageRequest request, Selection read, int from) {
    List<Position> all = positions(request, request.scope().selection());
    List<Position> page = all.subList(from, Math.min(from + request.scope().size(), all.size()));
    List<Position> spares =
        all.subList(from + page.size(), Math.min(from + page.size() + 5, all.size()));
    List<Double> ends = List.of(page.getFirst().score(), page.getLast().score());
    long span =
        positions(request, read).stream()
            .filter(p -> p.score() >= ends.stream().mapToDouble(d -> d).min().orElseThrow())
            .filter(p -> p.score() <= ends.stream().mapToDouble(d -> d).max().orElseThrow())
            .count();
    return new PageSlice(all.size(), from, page, spares, span);
  }

  private static List<Position> positions(PageRequest request, Selection selection) {
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      if (request.scope().listing().definition().indexable(item(i, "x", ""))
              instanceof Indexed(_, var entry)
          && selection.holds(entry.cell())) {
        positions.add(entry.position());
      }
    }
    Comparator<Position> ascending = Comparator.naturalOrder();
    positions.sort(request.scope().order() == Order.ASCENDING ? ascending : ascending.reversed());
    return positions;
  }

  private static List<String> expected(Order order, int from, int size, IntPredicate wanted) {
    List<String> all = IntStream.range(0, 600).filter(wanted).mapToObj("x%03d"::formatted).toList();
    List<String> ordered = order == Order.ASCENDING ? all : all.reversed();
    return ordered.subList(from, from + size);
  }

  private static Selection whole(ListedTable shop) {
    return Selection.whole(shop.listing().definition());
  }

  private static Selection rated(ListedTable shop, Integer... ordinals) {
    Choice all = whole(shop).choices().getFirst();
    return new Selection(List.of(new Choice(all.filter(), new TreeSet<>(List.of(ordinals)))));
  }

  private static List<String> keys(FetchedItems page) {
    return page.items().stream().map(item -> ListedTable.text(item, "PK")).toList();
  }

  private String partition(QueryRequest query) {
    return ListedTable.text(query.expressionAttributeValues(), ":partition");
  }

  /// The queries, sorted by partition.
  private List<QueryRequest> queries(ListedTable shop) {
    List<SdkRequest> requests = shop.wire().drain();
    return requests.stream()
        .map(QueryRequest.class::cast)
        .sorted(Comparator.comparing(this::partition))
        .toList();
  }
}
