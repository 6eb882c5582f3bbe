package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.PooledStack;
import pagemark.proof.TableOrder.Group;

/// Items that share twelve sort values, then random changes, all of them writes to the table:
/// whatever the page size, the pages of a group put together are the group as the table has it, in
/// both orders.
@TakesLong(35)
final class TiesIT {
  private static final String LISTING =
      """
      {"items": {"table": "ties", "index": "byGroup", "group": {"attribute": "g"},
        "sort": {"attribute": "s", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": ["id", "g", "s", "text"]}}
      """;
  private static final long SEED = 20_260_101;

  private static final LocalStack STACK =
      PooledStack.start(LocalOptions.of(Listings.parse(LISTING, Map.of())), System.err::println);
  private static final PageWalk WALK = new PageWalk(STACK.url(), "items");
  private static final TableOrder ORDER =
      new TableOrder("items", "g", TableOrder.byNumber("s"), List.of("id"));
  private static List<Group> table = List.of();

  @BeforeAll
  static void writeAndCatchUp() throws InterruptedException {
    System.out.println("seed " + SEED);
    TiedItems items = new TiedItems(STACK.client(), STACK.table(), SEED);
    items.insert(Extent.of(220, 5_000));
    items.change(Extent.of(100, 2_000));
    HttpResponse<String> health = WALK.get("/health");
    for (int tries = 0; tries < 60 && !caughtUp(health); tries++) {
      health = WALK.get("/health");
    }
    assertEquals("READY", PageWalk.json(health.body()).at("/status").textValue());
    assertTrue(caughtUp(health), health.body());
    table = ORDER.read(STACK.client(), STACK.table());
    assertEquals(items.all(), table.stream().mapToInt(Group::size).sum());
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
    PageComparison comparison = new PageComparison(WALK);
    for (Group group : table) {
      comparison.compare(group, size);
    }
    assertEquals(List.of(), comparison.firstMismatches());
    assertEquals(2L * table.stream().mapToInt(Group::size).sum(), comparison.items());
  }

  @Test
  void thereIsNoPageBehindTheLast() {
    table.forEach(
        group -> {
          String query =
              "/items?group=%s&size=1&page=%d"
                  .formatted(TiedItems.encoded(group.name()), group.size() + 1);
          HttpResponse<String> response = WALK.get(query);
          assertEquals(404, response.statusCode(), query);
          assertEquals(group.size(), PageWalk.json(response.body()).at("/lastPage").intValue());
        });
  }

  @Test
  void nothingWasLeftPending() throws InterruptedException {
    assertTrue(STACK.await(Duration.ofSeconds(10)).isCaughtUp());
  }
}
