package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.listing.Listings;
import pagemark.listing.Order;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.proof.PageWalk.Page;
import pagemark.proof.PageWalk.Path;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// 5,000 items that share twelve sort values, then 2,000 random changes, all of them writes to the
/// table: whatever the page size, the pages of a group put together are the group as the table has
/// it, in both orders.
final class TiesIT {
  private static final String LISTING =
      """
      {"items": {"table": "ties", "index": "byGroup", "group": {"attribute": "g"},
        "sort": {"attribute": "s", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": ["id", "g", "s", "text"]}}
      """;
  private static final long SEED = 20_260_101;

  private static final LocalStack STACK =
      LocalStack.start(LocalOptions.of(Listings.parse(LISTING, Map.of())), System.err::println);
  private static final PageWalk WALK = new PageWalk(STACK.url(), "items");
  private static Map<String, List<Map<String, AttributeValue>>> table = Map.of();

  @BeforeAll
  static void writeAndCatchUp() throws InterruptedException {
    System.out.println("seed " + SEED);
    TiedItems items = new TiedItems(STACK.client(), STACK.table(), SEED);
    items.insert(5_000);
    items.change(2_000);
    HttpResponse<String> health = WALK.get("/health");
    for (int tries = 0; tries < 60 && !caughtUp(health); tries++) {
      health = WALK.get("/health");
    }
    assertEquals("READY", PageWalk.json(health.body()).at("/status").textValue());
    assertTrue(caughtUp(health), health.body());
    table = new TableOrder("g", "s", "id").read(STACK.client(), STACK.table());
    assertEquals(items.all(), table.values().stream().mapToInt(List::size).sum());
  }

  private static boolean caughtUp(HttpResponse<String> health) {
    return PageWalk.json(health.body()).at("/pendingRecords").longValue() == 0;
  }

  @AfterAll
  static void stop() {
    WALK.close();
    STACK.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 20, 100})
  void pagesPutTogetherAreTheTableInOrder(int size) throws Exception {
    for (String group : table.keySet()) {
      assertPages(new Path(group, Order.ASCENDING, size), table.get(group));
      assertPages(new Path(group, Order.DESCENDING, size), table.get(group).reversed());
    }
  }

  private static void assertPages(Path path, List<Map<String, AttributeValue>> wanted)
      throws Exception {
    List<Page> pages = WALK.pages(path);
    assertEquals((wanted.size() + path.size() - 1) / path.size(), pages.size(), path::toString);
    List<String> shown = new ArrayList<>();
    for (Page page : pages) {
      assertEquals(wanted.size(), page.totalItems(), path::toString);
      page.items().forEach(item -> shown.add(TiedItems.text(item)));
    }
    assertEquals(wanted.stream().map(TiedItems::text).toList(), shown, path::toString);
  }

  @Test
  void thereIsNoPageBehindTheLast() {
    table.forEach(
        (group, items) -> {
          String query =
              "/items?group=%s&size=1&page=%d"
                  .formatted(TiedItems.encoded(group), items.size() + 1);
          HttpResponse<String> response = WALK.get(query);
          assertEquals(404, response.statusCode(), query);
          assertEquals(items.size(), PageWalk.json(response.body()).at("/lastPage").intValue());
        });
  }

  @Test
  void nothingWasLeftPending() throws InterruptedException {
    assertTrue(STACK.await(Duration.ofSeconds(10)).isCaughtUp());
  }
}
