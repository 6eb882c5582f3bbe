package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The library as a caller uses it.
final class PagesIT extends NinetyComments {
  @Test
  void readsByNumberAndTellsTotalEndsAndCost() {
    Page page = query.filter("rating", 4, 5).size(5).page(2);
    assertEquals(comments(78, 74, 73, 69, 68), keys(page));
    assertEquals(OptionalLong.of(36), page.total());
    assertEquals(OptionalLong.of(8), page.totalPages());
    assertEquals(OptionalLong.of(2), page.number());
    assertEquals(Optional.of(new Start.Numbered(1)), page.prev());
    assertEquals(Optional.of(new Start.Numbered(3)), page.next());
    assertEquals(Optional.of(new Start.Numbered(8)), page.last());
    assertTrue(page.exact());
    assertEquals(
        List.of(1, 1), List.of(page.cost().indexCalls(), page.cost().roundTrips()), "" + page);
  }

  @Test
  void countsInsideAWindowAndMovesIt() {
    Page page = query.order(Order.ASCENDING).window(at(10), at(20)).size(6).page(2);
    assertEquals(comments(16, 17, 18, 19), keys(page));
    assertEquals(OptionalLong.of(10), page.total());
    assertEquals(at(20), page.later().orElseThrow().fromText());
    assertEquals(at(0), page.earlier().orElseThrow().fromText());
  }

  @Test
  void itemsHaveTheAttributesThatTheListingShowsInItsOrderOrByName() {
    assertShown("[\"PK\", \"SK\", \"title\"]", "PK", "SK", "title");
    assertShown("[\"title\", \"absent\", \"PK\"]", "title", "PK");
    assertShown("\"*\"", "PK", "PK2", "SK", "rating", "text", "title");
  }

  private static void assertShown(String attributes, String... names) {
    String definition = Definitions.COMMENTS.replace("[\"PK\", \"SK\", \"title\"]", attributes);
    for (Map<String, AttributeValue> item : TABLE.asked(definition).group("x").page(1).items()) {
      assertEquals(List.of(names), List.copyOf(item.keySet()));
    }
  }

  @Test
  void oneObjectServesManyThreads() throws Exception {
    List<Callable<List<String>>> calls =
        IntStream.range(0, 64)
            .<Callable<List<String>>>mapToObj(i -> () -> keys(query.size(10).page(1 + i % 9)))
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<List<String>>> answers = threads.invokeAll(calls);
      Function<Integer, List<String>> expected =
          number -> comments(IntStream.range(0, 10).map(i -> 99 - 10 * number - i).toArray());
      for (int i = 0; i < answers.size(); i++) {
        assertEquals(expected.apply(1 + i % 9), answers.get(i).get());
      }
    }
  }
}
