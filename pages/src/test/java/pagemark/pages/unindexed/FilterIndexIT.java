package pagemark.pages.unindexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static pagemark.pages.Wire.assertCost;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Order;
import pagemark.pages.Broken;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A filter has a GSI of its own. A page reads only the items that it shows. Without the index,
/// first pages and pages at cursors are merged from the GSI's partitions.
final class FilterIndexIT {
  private static final String DEFINITION =
      """
      { "notes": {
          "table": "${TABLE_NAME}", "index": "byTopic", "projection": "all",
          "group": { "attribute": "topic" },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "filters": { "rating": { "attribute": "rating", "values": [1, 2, 3, 4, 5] } },
          "filterIndexes": [
            { "index": "byRating", "projection": "all",
              "attribute": "topicRating", "template": "{group}/{rating}" } ],
          "attributes": ["PK", "rating", "text"] } }
      """;

  private final Random random = new Random(20_261_121);
  private final List<Map<String, AttributeValue>> items =
      IntStream.range(0, 400).mapToObj(this::item).toList();

  private Map<String, AttributeValue> item(int number) {
    int rating = 1 + random.nextInt(5);
    return Map.of(
        "PK", fromS("k%03d".formatted(number)),
        "topic", fromS("x"),
        "at", fromN(Integer.toString(number)),
        "rating", fromN(Integer.toString(rating)),
        "topicRating", fromS("x/" + rating));
  }

  /// The keys of the items with one of these ratings, in order.
  private List<String> keys(List<String> ratings) {
    return items.stream()
        .filter(item -> ratings.contains(item.getOrDefault("rating", fromN("0")).n()))
        .map(item -> ListedTable.text(item, "PK"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "keys"})
  void pagesReadTheFiltersPartitionsAloneWithTheIndexAndWithoutIt(String projection) {
    ListedTable table =
        new ListedTable(
                "filter-index-" + projection,
                DEFINITION.replace("\"all\"", "\"%s\"".formatted(projection)))
            .open();
    GroupQuery down = table.asked(Broken.down()).group("x");
    table.put(items);
    for (List<String> ratings : List.of(List.of("3"), List.of("1", "4"), List.of("2", "3", "5"))) {
      GroupQuery asked = table.asked().group("x").size(20).filter("rating", ratings.toArray());
      assertEquals(keys(ratings), walk(asked));
      Page second = asked.page(2);
      String plan = projection.equals("all") ? "query" : "batch-get";
      assertCost(second, "plan=" + plan, "indexCalls=1", "discarded=0", "roundTrips=1");
      GroupQuery without = down.size(20).filter("rating", ratings.toArray());
      assertEquals(keys(ratings), walk(without));
      assertEquals(keys(ratings).reversed(), walk(without.order(Order.DESCENDING)));
    }
    for (Executable needed :
        List.<Executable>of(
            () -> down.filter("rating", 3, "other").page(1),
            () -> down.filter("rating", 3).page(2),
            down::facets)) {
      assertThrows(IndexUnavailable.class, needed);
    }
  }

  private static List<String> walk(GroupQuery asked) {
    List<String> keys = new ArrayList<>();
    Optional<Start> next = Optional.of(Start.first(asked.scope()));
    for (int page = 0; page < 30 && next.isPresent(); page++) {
      Page shown = asked.read(next.get());
      keys.addAll(ListedTable.keys(shown));
      next = shown.next();
    }
    return keys;
  }
}
