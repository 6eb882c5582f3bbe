package pagemark.proof;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A reader who follows cursors over HTTP from one end of a group to the other and back, while
/// items come and go around those that last: these are each seen once on each way.
@Nightly
@TakesLong(nightly = 35)
final class CrawlIT {
  private static final int LASTING = Extent.of(180, 1_200);
  private static final int WRITES = Extent.of(220, 1_000);
  private static final Listings LISTINGS =
      Listings.parse(
          """
          {"ratings": {"table": "ratings", "index": "byRating", "group": {"attribute": "movie"},
            "sort": {"attribute": "rating", "type": "integer"}, "key": [{"attribute": "id"}],
            "attributes": ["id"]}}
          """,
          Map.of());

  private final Random random = new Random(20_261_121);

  /// Hundreds have the same rating.
  private Map<String, AttributeValue> rating(String id) {
    return Map.of("id", fromS(id), "movie", fromS("m"), "rating", fromN("" + random.nextInt(4)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"size=50", "size=7&order=descending"})
  void everyItemThatLastsIsSeenOnceOnEachWay(String parameters) throws Exception {
    String asked = "/ratings/m?" + parameters + "&";
    try (WholeStack stack = WholeStack.start(LISTINGS, "id", null)) {
      stack.put(IntStream.range(0, LASTING).mapToObj(i -> rating("lasting-" + i)));
      stack.await();
      CompletableFuture<Void> writes = CompletableFuture.runAsync(() -> churn(stack));
      do {
        List<JsonNode> forth = stack.crawl(asked, "page=1", "after");
        assertLastingOnce(stack, forth.stream());
        JsonNode last = forth.getLast();
        List<JsonNode> back =
            stack.crawl(asked, "cursor=" + last.at("/cursors/before").asText(), "before");
        assertLastingOnce(stack, Stream.concat(back.stream(), Stream.of(last)));
      } while (!writes.isDone());
      writes.join();
    }
  }

  private static void assertLastingOnce(WholeStack stack, Stream<JsonNode> pages) {
    List<String> seen =
        pages
            .flatMap(page -> stack.keys(page).stream())
            .filter(id -> id.startsWith("lasting-"))
            .toList();
    Set<String> all = IntStream.range(0, LASTING).mapToObj(i -> "lasting-" + i).collect(toSet());
    assertEquals(all, Set.copyOf(seen));
    assertEquals(LASTING, seen.size());
  }

  private void churn(WholeStack stack) {
    for (int i = 0; i < WRITES / 2; i++) {
      stack.put(rating("passing-" + i));
      stack.delete("passing-" + i / 2);
    }
  }
}
