package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Broken;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A filter has a GSI of its own. A page reads only the items that it shows. Without the index,
/// first pages and pages at cursors are merged from the GSI's partitions.
final class FilterIndexIT {
  private static final String DEFINITION =
      """
      { "notes": {
          "table": "${TABLE_NAME}", "index": "byTopic",
          "group": { "attribute": "topic" },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "filters": { "rating": { "attribute": "rating", "values": [1, 2, 3, 4, 5] } },
          "filterIndexes": [
            { "index": "byRating", "attribute": "topicRating", "template": "{group}/{rating}" } ],
          "attributes": ["PK", "rating"] } }
      """;

  private final Random random = new Random(20_261_121);
  private final Shop shop = new Shop("filter-index", DEFINITION).open();
  private final Front down = shop.front(Broken.down());
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
        .map(item -> Shop.text(item, "PK"))
        .toList();
  }

  @Test
  void pagesReadTheFiltersPartitionsAloneWithTheIndexAndWithoutIt() {
    shop.put(items);
    for (List<String> ratings : List.of(List.of("3"), List.of("1", "4"), List.of("2", "3", "5"))) {
      String url = "/notes/x?size=20&rating=" + String.join(",", ratings);
      assertEquals(keys(ratings), walk(shop.front(), url, "/links/next"));
      Reply second = shop.front().get(url + "&page=2");
      assertTrue(
          second.header("Pagemark-Cost").startsWith("plan=query, index-calls=1"),
          second.header("Pagemark-Cost"));
      assertTrue(
          second.header("Pagemark-Cost").contains("discarded=0, round-trips=1"),
          second.header("Pagemark-Cost"));
      assertEquals(keys(ratings), walk(down, url, "/links/next"));
      assertEquals(keys(ratings).reversed(), walk(down, url + "&order=descending", "/links/next"));
    }
    assertEquals(503, down.get("/notes/x?rating=3,other").status());
    assertEquals(503, down.get("/notes/x?rating=3&page=2").status());
    assertEquals(503, down.get("/notes/x/facets").status());
  }

  private static List<String> walk(Front front, String url, String step) {
    List<String> keys = new ArrayList<>();
    JsonNode next = null;
    for (int page = 0; page < 30 && (next == null || !next.isNull()); page++) {
      Reply reply = front.get(next == null ? url : next.textValue());
      assertEquals(200, reply.status(), reply.text());
      keys.addAll(PageReadsIT.keys(reply));
      next = reply.body().at(step);
    }
    return keys;
  }
}
