package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.ListedTable.with;
import static pagemark.pages.Wire.assertCost;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.result.Page;
import pagemark.state.Suspect;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Pages of the values of a filter that has an index: 600 items of 1 KB of group `x`, three a
/// minute and an hour between them, rated 0 to 5 in turn.
final class PartitionedReadsIT {
  private static final ListedTable RATINGS =
      new ListedTable(
              "by-rating",
              Definitions.COMMENTS.replace(
                  "\"group\"",
                  """
                  "filterIndexes": [{"index": "byRating", "attribute": "P",
                    "template": "{group}/{rating}"}], "group"\
                  """))
          .open();

  @BeforeAll
  static void fill() {
    RATINGS.put(IntStream.range(0, 600).mapToObj(i -> item(i, "x", "x/" + i % 6)).toList());
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

  /// Asks the shared pages first, so that they know the generation and the items' size.
  @BeforeEach
  void forgetRequests() {
    RATINGS.asked().group("x").window("2024-05-01 00:00", "2024-05-02 00:00").page(1);
    RATINGS.wire().drain();
  }

  private static GroupQuery asked(Order order, Object... ratings) {
    return RATINGS.asked().group("x").order(order).size(100).filter("rating", ratings);
  }

  @Test
  void theIndexOfAFilterIsQueriedForTheRequestedValues() {
    Page page = asked(Order.DESCENDING, 2, 5).skip(30);
    assertEquals(expected(Order.DESCENDING, 30, 100, i -> i % 6 == 2 || i % 6 == 5), keys(page));
    assertCost(page, "plan=query", "tableCalls=2", "roundTrips=1", "discarded=0");
    List<QueryRequest> queries = queries();
    assertEquals(List.of("x/2", "x/5"), queries.stream().map(this::partition).toList());
    assertEquals(
        List.of("byRating", "byRating"), queries.stream().map(QueryRequest::indexName).toList());
  }

  /// In the listing's own index, only every sixth item matches.
  @Test
  void aSelectionThatNoFilterIndexServesIsReadByKey() {
    Page page = asked(Order.ASCENDING, "other").page(1);
    assertEquals(expected(Order.ASCENDING, 0, 100, i -> i % 6 == 0), keys(page));
    assertCost(page, "plan=batch-get", "tableCalls=1", "roundTrips=1");
  }

  /// In the table, the item is rated 1 by now.
  @Test
  void anItemThatLeftTheSelectionIsReadAgainAndGivesWayToASpare() {
    RATINGS.intoTable(List.of(with(item(128, "x", "x/1"), "rating", fromN("1"))));
    try {
      Page page = asked(Order.ASCENDING, 2, 5).size(10).skip(40);
      List<String> wanted = new ArrayList<>(expected(Order.ASCENDING, 40, 11, i -> i % 3 == 2));
      wanted.remove("x128");
      assertEquals(wanted, keys(page));
      assertCost(page, "roundTrips=2", "suspects=1", "discarded=5");
      assertEquals(
          List.of("the item is not in the selection"),
          RATINGS.suspects().stream().map(Suspect::reason).toList());
    } finally {
      RATINGS.intoTable(List.of(item(128, "x", "x/2")));
    }
  }

  private static List<String> expected(Order order, int from, int size, IntPredicate wanted) {
    List<String> all = IntStream.range(0, 600).filter(wanted).mapToObj("x%03d"::formatted).toList();
    List<String> ordered = order == Order.ASCENDING ? all : all.reversed();
    return ordered.subList(from, from + size);
  }

  private String partition(QueryRequest query) {
    return ListedTable.text(query.expressionAttributeValues(), ":partition");
  }

  /// The queries, sorted by partition.
  private List<QueryRequest> queries() {
    List<SdkRequest> requests = RATINGS.wire().drain();
    return requests.stream()
        .map(QueryRequest.class::cast)
        .sorted(Comparator.comparing(this::partition))
        .toList();
  }
}
