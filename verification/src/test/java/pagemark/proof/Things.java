package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import pagemark.index.Patience;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of [Conformance], which change there and here: plain code says which pages the group
/// `g` has. It has 500 items first, and five more that have expired.
final class Things {
  static final String KEY = "PK";

  /// A store that cannot hold an index fails each try of a batch.
  static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(30));

  private static final int ITEMS = 500;
  private static final int EXPIRED = 5;
  private static final int CHANGED = 30;
  private static final String PATH = "/things/g";

  private final long now = Instant.now().getEpochSecond();
  private final AttributeValue past = fromN("" + (now - 3_600));
  private final AttributeValue future = fromN("" + (now + 86_400));
  private final Random random = new Random(20_261_129);
  private final Map<String, Map<String, AttributeValue>> items = new TreeMap<>();

  Things() {
    for (int i = 0; i < ITEMS; i++) {
      items.put("item" + i, item("item" + i));
    }
    for (int i = 0; i < EXPIRED; i++) {
      items.put("old" + i, with(item("old" + i), "ttl", past));
    }
  }

  /// Several have one score. Each third has a country that no filter names.
  private Map<String, AttributeValue> item(String key) {
    return Map.of(
        KEY,
        fromS(key),
        "game",
        fromS("g"),
        "score",
        fromN("" + (100 + random.nextInt(200))),
        "country",
        fromS(List.of("de", "fr", "it").get(random.nextInt(3))),
        "ttl",
        future);
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.put(name, value);
    return Map.copyOf(changed);
  }

  Stream<Map<String, AttributeValue>> all() {
    return items.values().stream();
  }

  private PlainList list() {
    return PlainList.of(
        "score", all().filter(item -> item.containsValue(fromS("g")) && !item.containsValue(past)));
  }

  /// Compares each page of the group, in both orders.
  ///
  /// @return how many
  int pages(WholeStack stack) throws Exception {
    PlainList list = list();
    int pages = 0;
    for (String order : List.of("descending", "ascending")) {
      int last = list.page(Map.of(), "").at("/page/totalPages").intValue();
      for (int number = 1; number <= last; number++, pages++) {
        JsonNode page = list.page(Map.of("order", order, "page", "" + number), "");
        String asked = "%s?order=%s&page=%d".formatted(PATH, order, number);
        assertEquals(stack.keys(page), stack.keys(stack.get(asked)), asked);
      }
    }
    return pages;
  }

  void totals(WholeStack stack) throws Exception {
    for (String country : List.of("de", "fr", "de,fr")) {
      compare(stack, "page", Map.of("country", country));
    }
    compare(stack, "page", Map.of());
  }

  private void compare(WholeStack stack, String what, Map<String, String> asked) throws Exception {
    StringBuilder path = new StringBuilder(PATH + "?size=20");
    asked.forEach((name, value) -> path.append("&%s=%s".formatted(name, value)));
    JsonNode expected = list().page(asked, "").path(what);
    JsonNode answered = stack.get(path.toString()).path(what);
    for (String name : List.of("totalItems", "totalPages")) {
      assertTrue(expected.path(name).intValue() > 0, path::toString);
      assertEquals(expected.path(name), answered.path(name), path + " " + name);
    }
  }

  void facets(WholeStack stack) throws Exception {
    JsonNode facets = stack.get(PATH + "/facets").path("facets");
    assertEquals(list().facets(Map.of(), facets).path("facets"), facets);
    assertEquals(3, facets.path("country").size());
  }

  /// The table has them, and no page.
  void hidden(WholeStack stack) throws Exception {
    assertEquals(EXPIRED, stack.items().stream().filter(item -> item.containsValue(past)).count());
    List<String> shown =
        stack.crawl(PATH + "?size=100&", "page=1", "after").stream()
            .flatMap(page -> stack.keys(page).stream())
            .toList();
    assertEquals(list().keys(), shown);
  }

  void add(WholeStack stack) throws Exception {
    for (int i = 0; i < CHANGED; i++) {
      put(stack, item("new" + i));
    }
    changed(stack);
  }

  void delete(WholeStack stack) throws Exception {
    for (int i = 0; i < CHANGED; i++) {
      items.remove("item" + i);
      stack.delete("item" + i);
    }
    changed(stack);
  }

  /// Half of them within the group, half of them to another one.
  void move(WholeStack stack) throws Exception {
    for (int i = CHANGED; i < 2 * CHANGED; i++) {
      Map<String, AttributeValue> moved = item("item" + i);
      put(stack, i % 2 == 0 ? moved : with(moved, "game", fromS("h")));
    }
    changed(stack);
  }

  void expire(WholeStack stack) throws Exception {
    for (int i = 2 * CHANGED; i < 3 * CHANGED; i++) {
      put(stack, with(item("item" + i), "ttl", past));
    }
    changed(stack);
  }

  private void put(WholeStack stack, Map<String, AttributeValue> item) {
    items.put(item.getOrDefault(KEY, fromS("")).s(), item);
    stack.put(item);
  }

  private void changed(WholeStack stack) throws Exception {
    stack.await(CATCH_UP_MAX);
    pages(stack);
    totals(stack);
    facets(stack);
  }
}
