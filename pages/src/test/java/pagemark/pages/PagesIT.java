package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The library as a caller uses it.
final class PagesIT extends NinetyComments {
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
