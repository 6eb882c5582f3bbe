package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A reader who follows links and cursors over HTTP from one end of a group to the other and back.
@Nightly
@TakesLong(nightly = 35)
final class CrawlIT {
  private static final long SEED = 20_261_121;
  private static final int LASTING = Extent.of(180, 1_200);
  private static final int WRITES = Extent.of(220, 1_000);
  private static final int PAGES_MAX = 500;

  private final Random random = new Random(SEED);
  private final StandIn items = new StandIn(random);

  private Map<String, AttributeValue> rating(String id) {
    Map<String, AttributeValue> rating = new HashMap<>(items.ratingById());
    rating.put("id", AttributeValue.fromS(id));
    rating.put("movie", AttributeValue.fromS("m"));
    return rating;
  }

  @Test
  void everyItemThatLastsIsSeenOnceOnEachWay() throws Exception {
    System.out.println("seed " + SEED);
    List<Write> lasting =
        IntStream.range(0, LASTING)
            .<Write>mapToObj(i -> new Write.Insert(rating("lasting-" + i)))
            .toList();
    try (ProofStack stack = ProofStack.start(RatingTables.BY_ID);
        PageWalk walk = new PageWalk(stack.url(), "ratings")) {
      stack.write(lasting);
      Reader reader = new Reader(walk);
      for (String listing : List.of("ratings", "top-ratings")) {
        String first = "/" + listing + "/m?size=50&page=1";
        List<String> forth = reader.crawl(first, page -> page.at("/links/next").asText());
        assertEquals(LASTING, new HashSet<>(forth).size());
        assertEquals(LASTING, forth.size());
        String last = reader.get(first).at("/links/last").asText();
        List<String> back = reader.crawl(last, page -> page.at("/links/prev").asText());
        assertEquals(new HashSet<>(forth), new HashSet<>(back));
        assertEquals(LASTING, back.size());
      }
      crawlDuringWrites(stack, reader, "/ratings/m?size=50&page=1");
      crawlDuringWrites(stack, reader, "/top-ratings/m?size=7&order=descending&page=1");
    }
  }

  /// Items come and go around those that last.
  private void crawlDuringWrites(ProofStack stack, Reader reader, String first)
      throws InterruptedException {
    String base = first.replace("page=1", "cursor=");
    CompletableFuture<Void> writes = CompletableFuture.runAsync(() -> churn(stack));
    int crawls = 0;
    do {
      JsonNode[] last = new JsonNode[1];
      List<String> forth =
          reader.crawl(
              first,
              page -> {
                last[0] = page;
                return url(base, page.at("/cursors/after").asText());
              });
      assertLastingOnce(forth);
      List<String> back =
          reader.crawl(
              url(base, last[0].at("/cursors/before").asText()),
              page -> url(base, page.at("/cursors/before").asText()));
      last[0].path("items").forEach(item -> back.add(item.path("id").asText()));
      assertLastingOnce(back);
      crawls++;
    } while (!writes.isDone());
    writes.join();
    assertTrue(crawls > 0);
    stack.await();
  }

  private static String url(String base, String cursor) {
    return cursor.equals("null") ? "null" : base + cursor;
  }

  private static void assertLastingOnce(List<String> seen) {
    List<String> lasting = seen.stream().filter(id -> id.startsWith("lasting-")).toList();
    assertEquals(LASTING, lasting.size(), "seed " + SEED);
    assertEquals(LASTING, new HashSet<>(lasting).size(), "seed " + SEED);
  }

  private void churn(ProofStack stack) {
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < WRITES / 2; i++) {
      Map<String, AttributeValue> rating = rating("passing-" + i);
      writes.add(new Write.Replace(rating));
      writes.add(new Write.Delete(Map.of("id", AttributeValue.fromS("passing-" + i / 2))));
    }
    Collections.rotate(writes, 1);
    new TableWriter(stack.services().dynamo(), "ratings").write(writes);
  }

  private record Reader(PageWalk walk) {
    JsonNode get(String path) {
      HttpResponse<String> response = walk.get(path);
      assertEquals(200, response.statusCode(), () -> path + ": " + response.body());
      return PageWalk.json(response.body());
    }

    /// The ids of all pages, from `first` on until `next` says "null".
    List<String> crawl(String first, Function<JsonNode, String> next) {
      List<String> ids = new ArrayList<>();
      String path = first;
      for (int pages = 0; !path.equals("null"); pages++) {
        assertTrue(pages < PAGES_MAX, "no end");
        JsonNode page = get(path);
        page.path("items").forEach(item -> ids.add(item.path("id").asText()));
        path = next.apply(page);
      }
      return ids;
    }
  }
}
