package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.RandomListing;

/// Random listings of random tables that change, through the whole stack: each list that plain code
/// says has these pages, in both orders, by their numbers and from cursor to cursor.
@Nightly
@TakesLong(nightly = 90)
final class AnyTableIT {
  private static final long SEED = 20_261_127;
  private static final int LISTINGS = Extent.of(2, 4);
  private static final int LISTS = Extent.of(30, 60);
  private static final int ITEMS = 150;
  private static final int CHANGES = 100;

  private final Random random = new Random(SEED);

  /// @param index empty for Redis
  @ParameterizedTest
  @ValueSource(strings = {"", "dynamodb:"})
  void pagesAreWhatPlainCodeSays(String index) throws Exception {
    for (int i = 0; i < LISTINGS; i++) {
      RandomListing listing = new RandomListing(random);
      try (WholeStack stack =
          WholeStack.start(listing.listings(), "PK", index.isEmpty() ? null : index)) {
        write(stack);
        List<Map.Entry<String, List<String>>> lists = new ArrayList<>();
        lists.addAll(listing.lists(stack.items(), false).entrySet());
        lists.addAll(listing.lists(stack.items(), true).entrySet());
        assertFalse(lists.isEmpty(), listing::toString);
        Collections.shuffle(lists, random);
        for (Map.Entry<String, List<String>> list :
            lists.subList(0, Math.min(LISTS, lists.size()))) {
          check(stack, "order=ascending" + list.getKey(), list.getValue(), listing);
          check(stack, "order=descending" + list.getKey(), list.getValue().reversed(), listing);
        }
      }
    }
  }

  private void write(WholeStack stack) throws InterruptedException {
    stack.put(IntStream.range(0, ITEMS).mapToObj(i -> RandomListing.item("item" + i, random)));
    for (int i = 0; i < CHANGES; i++) {
      String key = "item" + random.nextInt(ITEMS + 30);
      if (random.nextInt(4) == 0) {
        stack.delete(key);
      } else {
        stack.put(RandomListing.item(key, random));
      }
    }
    stack.await();
  }

  private void check(
      WholeStack stack, String parameters, List<String> expected, RandomListing listing)
      throws Exception {
    int size = 1 + random.nextInt(20);
    String asked = "/things?size=%d&%s&".formatted(size, parameters);
    String where = asked + " of " + listing;
    List<String> numbered = new ArrayList<>();
    for (int number = 1; number <= Math.ceilDiv(expected.size(), size); number++) {
      JsonNode page = stack.get(asked + "page=" + number);
      assertEquals(expected.size(), page.at("/page/totalItems").asInt(), where);
      numbered.addAll(stack.keys(page));
    }
    assertEquals(expected, numbered, where);
    List<String> crawled = new ArrayList<>();
    stack.crawl(asked, "page=1", "after").forEach(page -> crawled.addAll(stack.keys(page)));
    assertEquals(expected, crawled, where);
    int rank = random.nextInt(expected.size());
    JsonNode holding = stack.get(asked + "item=" + expected.get(rank));
    assertEquals(rank / size + 1, holding.at("/page/number").asInt(), where);
  }
}
