package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.api.Front.Reply;
import pagemark.entry.Bytes;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.index.TakesLong;
import pagemark.pages.Broken;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares pages of `numbering=stable` with a plain sorted list, and tests the headers for caches.
@TakesLong(15)
final class StablePagesIT {
  private static final long SEED = 20_261_121;
  private static final int CASES = Extent.of(30, 200);
  private static final int ITEMS = Extent.of(80, 150);
  private static final int CASES_ON_SERVERS = Extent.of(8, 20);
  private static final String DEFINITION =
      """
      { "notes": {
          "table": "${TABLE_NAME}", "index": "byTopic",
          "group": { "attribute": "topic" },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "order": "descending",
          "filters": { "rating": { "attribute": "rating", "values": [1, 2] } },
          "attributes": ["PK"] } }
      """;

  private final Random random = new Random(SEED);
  private final List<Item> items = new ArrayList<>();

  private record Item(String key, int sort, int rating) {}

  /// @param given the parameters of the request, without the one for the start of the page
  /// @param sequence the items of the selection, ascending
  private record Case(String given, List<Item> sequence, int size, boolean ascending) {
    int pages() {
      return Math.ceilDiv(sequence.size(), size);
    }

    List<String> page(int number) {
      List<String> keys =
          sequence.subList((number - 1) * size, Math.min(number * size, sequence.size())).stream()
              .map(Item::key)
              .toList();
      return ascending ? keys : keys.reversed();
    }
  }

  @Test
  void aPageIsThatOfASortedListInEveryOrder() {
    check(new Shop("stable-pages", DEFINITION).open(), CASES);
  }

  @ParameterizedTest
  @EnumSource(value = RedisTopology.class, names = "SINGLE_NODE")
  @EnumSource(
      value = SqlServer.class,
      names = {"SQLITE", "MARIADB"})
  void aPageIsThatOfASortedListOnServers(IndexServer server) {
    try (IndexStore index = server.emptyStore()) {
      check(new Shop("stable-pages-" + server, DEFINITION, index).open(), CASES_ON_SERVERS);
    }
  }

  private void check(Shop shop, int cases) {
    System.out.println("seed " + SEED);
    add(shop, ITEMS, 0);
    for (int i = 0; i < cases; i++) {
      check(shop.front(), anyCase());
    }
  }

  private void add(Shop shop, int count, int from) {
    List<Map<String, AttributeValue>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Item item =
          new Item(
              "k%07d".formatted(random.nextInt(10_000_000)),
              from + random.nextInt(30),
              random.nextInt(3));
      items.add(item);
      Map<String, AttributeValue> row = new HashMap<>();
      row.put("PK", fromS(item.key()));
      row.put("topic", fromS("x"));
      row.put("at", fromN(Integer.toString(item.sort())));
      row.put("rating", fromN(Integer.toString(item.rating())));
      rows.add(row);
    }
    shop.put(rows);
    items.sort(Comparator.comparingInt(Item::sort).thenComparing(item -> Bytes.utf8(item.key())));
  }

  private Case anyCase() {
    int size = 1 + random.nextInt(20);
    boolean ascending = random.nextBoolean();
    List<Item> sequence = new ArrayList<>(items);
    String given = "&size=" + size + "&order=" + (ascending ? "ascending" : "descending");
    if (random.nextBoolean()) {
      sequence.removeIf(item -> item.rating() != 1);
      given += "&rating=1";
    }
    if (random.nextBoolean()) {
      int from = random.nextInt(20);
      sequence.removeIf(item -> item.sort() < from || item.sort() >= from + 8);
      given += "&from=%d&to=%d".formatted(from, from + 8);
    }
    return new Case(given + "&numbering=stable", sequence, size, ascending);
  }

  private void check(Front front, Case asked) {
    if (asked.sequence().isEmpty()) {
      assertEquals(List.of(), PageReadsIT.keys(get(front, asked, "")));
      return;
    }
    assertPage(asked, get(front, asked, ""), asked.pages());
    int number = 1 + random.nextInt(asked.pages());
    assertPage(asked, get(front, asked, "page=" + number), number);
    assertEquals(404, get(front, asked, "page=" + (asked.pages() + 1)).status());
    int rank = random.nextInt(asked.sequence().size());
    Item item = asked.sequence().get(rank);
    assertPage(asked, get(front, asked, "item=" + item.key()), rank / asked.size() + 1);
    assertAt(front, asked);
    assertStepsLeadThrough(front, asked);
  }

  private static Reply get(Front front, Case asked, String start) {
    return front.get("/notes/x?" + (start + asked.given()).replaceFirst("^&", ""));
  }

  private static void assertPage(Case asked, Reply reply, int number) {
    assertEquals(200, reply.status(), () -> asked.given() + reply.text());
    assertEquals(asked.page(number), PageReadsIT.keys(reply), asked.given());
    assertEquals(number, reply.body().at("/page/number").intValue(), asked.given());
    assertEquals(asked.sequence().size(), reply.body().at("/page/totalItems").intValue());
    assertEquals(
        number * asked.size() < asked.sequence().size() ? "max-age=86400" : "max-age=5",
        reply.header("Cache-Control"));
  }

  private void assertAt(Front front, Case asked) {
    int sort = random.nextInt(35);
    List<Item> sequence = asked.sequence();
    long before = sequence.stream().filter(item -> item.sort() < sort).count();
    long upTo = sequence.stream().filter(item -> item.sort() <= sort).count();
    long rank = asked.ascending() ? Math.min(before, sequence.size() - 1) : Math.max(0, upTo - 1);
    assertPage(asked, get(front, asked, "at=" + sort), (int) (rank / asked.size()) + 1);
  }

  /// Follows `next` from the first page, in the order of the request, and then `prev` back.
  private static void assertStepsLeadThrough(Front front, Case asked) {
    List<String> seen = new ArrayList<>();
    Reply reply = get(front, asked, asked.ascending() ? "page=1" : "");
    String last = reply.body().at("/links/last").textValue();
    String first = reply.body().at("/links/first").textValue();
    assertEquals(PageReadsIT.keys(reply), PageReadsIT.keys(front.get(first)));
    while (true) {
      seen.addAll(PageReadsIT.keys(reply));
      String next = reply.body().at("/links/next").textValue();
      if (next == null) {
        break;
      }
      Reply there = front.get(next);
      String prev = there.body().at("/links/prev").textValue();
      assertEquals(PageReadsIT.keys(reply), PageReadsIT.keys(front.get(prev)), asked.given());
      reply = there;
    }
    assertEquals(PageReadsIT.keys(reply), PageReadsIT.keys(front.get(last)), asked.given());
    List<String> all = asked.sequence().stream().map(Item::key).toList();
    assertEquals(asked.ascending() ? all : all.reversed(), seen, asked.given());
  }

  @Test
  void fullPagesKeepNumberItemsAndTagWhileItemsArrive() {
    Shop shop = new Shop("stable-inserts", DEFINITION).open();
    Front front = shop.front(shop.listings(), InstantSource.fixed(Instant.EPOCH), true);
    add(shop, 95, 0);
    List<Reply> before = pages(front, 10);
    add(shop, 300, 100);
    List<Reply> after = pages(front, 10);
    for (int page = 1; page <= 9; page++) {
      Reply old = before.get(page - 1);
      Reply now = after.get(page - 1);
      assertEquals(old.body().path("items"), now.body().path("items"));
      assertEquals(old.header("ETag"), now.header("ETag"));
      assertEquals(page, now.body().at("/page/number").intValue());
      assertNotEquals(old.body().at("/page/totalItems"), now.body().at("/page/totalItems"));
      assertEquals("max-age=86400", now.header("Cache-Control"));
    }
    assertNotEquals(before.get(9).header("ETag"), after.get(9).header("ETag"));
    assertEquals("max-age=5", before.get(9).header("Cache-Control"));
    assertEquals(
        "stable page 40",
        "stable page "
            + shop.front().get("/notes/x?size=10&numbering=stable").body().at("/page/number"));
  }

  private static List<Reply> pages(Front front, int count) {
    List<Reply> pages = new ArrayList<>();
    for (int page = 1; page <= count; page++) {
      pages.add(front.get("/notes/x?size=10&numbering=stable&page=" + page));
    }
    return pages;
  }

  @Test
  void answers304IfTheClientHasThePage() {
    Shop shop = new Shop("stable-tags", DEFINITION).open();
    add(shop, 30, 0);
    String url = "/notes/x?size=10&page=2";
    Reply page = shop.front().get(url);
    String tag = page.header("ETag");
    for (String same : List.of(tag, tag.substring(2), "\"x\", " + tag, "*")) {
      Reply unchanged = shop.front().get(url, Map.of("if-none-match", same));
      assertEquals(304, unchanged.status(), same);
      assertEquals("", unchanged.text());
      assertEquals(tag, unchanged.header("ETag"));
      assertEquals(page.header("Cache-Control"), unchanged.header("Cache-Control"));
    }
    assertEquals(200, shop.front().get(url, Map.of("if-none-match", "\"x\"")).status());
    assertNotEquals(tag, shop.front().get("/notes/x?size=10&page=3").header("ETag"));
    assertEquals("no-store", shop.front().get("/notes/x?page=0").header("Cache-Control"));
    Front down = shop.front(Broken.down());
    assertEquals("no-store", down.get("/notes/x").header("Cache-Control"));
    assertEquals(503, down.get("/notes/x?numbering=stable").status());
    assertEquals(503, down.get("/notes/x?numbering=stable&page=1").status());
    assertEquals(200, down.get("/notes/x?numbering=stable&page=1&order=ascending").status());
    assertTrue(page.header("Link").endsWith("</notes/x?page=2&size=10>; rel=\"canonical\""));
  }
}
