package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.index.Extent;
import pagemark.pages.Definitions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A tie of hundreds of items, with few and many before and behind it. DynamoDB returns them in the
/// order of a hash; pages show all of them by item key, each once.
final class TiesIT {
  private static final Shop SHOP = new Shop("ties", Definitions.COMMENTS).open();
  private static final int TIED = Extent.of(250, 1_000);
  private static final List<Map<String, AttributeValue>> COMMENTS = new ArrayList<>();

  @BeforeAll
  static void fill() {
    int[] tied = {3, 1, TIED, 1, 6, 20, 2, 4};
    List<String> names = new ArrayList<>();
    for (int i = 0; i < TIED + 37; i++) {
      names.add("user-%04d".formatted(i));
    }
    Collections.shuffle(names, new Random(2));
    int next = 0;
    for (int minute = 0; minute < tied.length; minute++) {
      for (int i = 0; i < tied[minute]; i++) {
        COMMENTS.add(
            Shop.comment(names.get(next++), "TIED", "2024-05-01 00:0%d".formatted(minute)));
      }
    }
    SHOP.put(COMMENTS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, ascending", "7, ascending", "20, ascending", "100, ascending",
    "1, descending", "7, descending", "20, descending", "100, descending"
  })
  void pagesOneAfterTheOtherAreTheTableInOrder(int size, String order) {
    List<String> read = new ArrayList<>();
    int pages = (COMMENTS.size() + size - 1) / size;
    for (int page = 1; page <= pages; page++) {
      Reply reply = get(page, size, order);
      List<String> keys = PageReadsIT.keys(reply);
      assertEquals(Math.min(size, COMMENTS.size() - read.size()), keys.size());
      assertEquals(COMMENTS.size(), reply.body().at("/page/totalItems").intValue());
      assertEquals(pages, reply.body().at("/page/totalPages").intValue());
      assertTrue(reply.header("Pagemark-Cost").contains("index-calls=1, table-calls=1,"));
      read.addAll(keys);
    }
    assertEquals(sorted(order), read);
    assertEquals(404, get(pages + 1, size, order).status());
  }

  private static Reply get(int page, int size, String order) {
    String url = "/comments/TIED?page=%d&size=%d&order=%s".formatted(page, size, order);
    return SHOP.front().get(url);
  }

  private static List<String> sorted(String order) {
    Comparator<Map<String, AttributeValue>> byPosition =
        Comparator.comparing((Map<String, AttributeValue> item) -> Shop.text(item, "SK"))
            .thenComparing(item -> Shop.text(item, "PK"));
    return COMMENTS.stream()
        .sorted(order.equals("ascending") ? byPosition : byPosition.reversed())
        .map(item -> Shop.text(item, "PK"))
        .toList();
  }
}
