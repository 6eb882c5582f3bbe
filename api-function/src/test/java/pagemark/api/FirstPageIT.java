package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.index.Extent;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.error.PagesException.TableUnavailable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Compares the first page that is read without the index with the one that is read with it.
final class FirstPageIT {
  private static final long SEED = 20261122;
  private static final int GROUPS = Extent.of(3, 30);
  private static final Shop SHOP = new Shop("first-page", Definitions.COMMENTS).open();
  private static final Shop RATINGS = new Shop("first-ratings", Definitions.RATINGS).open();

  private final Random random = new Random(SEED);
  private final Front down = SHOP.front(Broken.down());
  private final Front lost = SHOP.front(Broken.notReady());

  @BeforeEach
  void knowTheGenerations() {
    down.get("/comments/nobody");
    SHOP.wire().drain();
  }

  @AfterEach
  void heal() {
    SHOP.wire().heal();
  }

  @Test
  void isThePageOfTheIndexForAllSizesOrdersAndTies() {
    for (int g = 0; g < GROUPS; g++) {
      String group = "group" + g;
      int minutes = 1 + random.nextInt(20);
      int count = random.nextInt(120);
      SHOP.put(
          IntStream.range(0, count)
              .mapToObj(i -> comment(group, Integer.toString(random.nextInt(99_999)), minutes))
              .toList());
      for (int size : new int[] {1, 2, 7, 20, 100}) {
        for (String order : List.of("ascending", "descending")) {
          assertSameItems("/comments/%s?size=%d&order=%s".formatted(group, size, order));
        }
      }
    }
  }

  private Map<String, AttributeValue> comment(String group, String name, int minutes) {
    String at = "2024-05-01 00:%02d".formatted(random.nextInt(minutes));
    return Shop.comment(group + "-" + name, group, at);
  }

  private void assertSameItems(String url) {
    JsonNode with = SHOP.front().get(url).body();
    for (Front without : List.of(down, lost)) {
      Reply reply = without.get(url);
      assertEquals(200, reply.status(), url);
      String seeded = url + " seed " + SEED;
      assertEquals(with.get("items").toString(), reply.body().get("items").toString(), seeded);
      assertEquals(with.at("/page/size"), reply.body().at("/page/size"));
      assertEquals(1, reply.body().at("/page/number").intValue());
      assertTrue(reply.body().at("/page/totalItems").isNull());
      assertTrue(reply.body().at("/page/totalPages").isNull());
      assertEquals(with.at("/links/self"), reply.body().at("/links/self"));
      assertEquals(with.at("/links/first"), reply.body().at("/links/first"));
      for (String relation : List.of("prev", "last")) {
        assertTrue(reply.body().at("/links/" + relation).isNull(), relation);
      }
      assertSameNext(with, reply.body(), without);
    }
  }

  /// Compares only the items, as the next page is at a cursor.
  private static void assertSameNext(JsonNode with, JsonNode body, Front without) {
    String next = body.at("/links/next").asText();
    assertEquals(with.at("/links/next").isNull(), next.equals("null"));
    if (!next.equals("null")) {
      assertTrue(next.contains("cursor="), next);
      JsonNode wanted = SHOP.front().get(with.at("/links/next").asText()).body().get("items");
      assertEquals(wanted, without.get(next).body().get("items"), next);
    }
  }

  @Test
  void isOneQueryForOneItemMoreThanThePage() {
    SHOP.put(IntStream.range(0, 30).mapToObj(i -> minute("apart", i)).toList());
    Reply reply = down.get("/comments/apart?size=5");
    assertEquals(200, reply.status());
    QueryRequest query = assertInstanceOf(QueryRequest.class, only(SHOP.wire().drain()));
    assertEquals(6, query.limit());
    assertTrue(
        reply
            .header("Pagemark-Cost")
            .startsWith("plan=first-page, index-calls=0, table-calls=1, read-units=0.5"),
        reply.header("Pagemark-Cost"));
  }

  private static SdkRequest only(List<SdkRequest> requests) {
    assertEquals(1, requests.size());
    return requests.getFirst();
  }

  private static Map<String, AttributeValue> minute(String group, int i) {
    return Shop.comment("%s-%03d".formatted(group, i), group, "2024-05-01 00:%02d".formatted(i));
  }

  @Test
  void skipZeroIsTheFirstPageAndOtherSkipsNeedTheIndex() {
    SHOP.put(List.of(minute("skipped", 1)));
    JsonNode page = down.get("/comments/skipped?skip=0").body();
    assertTrue(page.at("/page/number").isNull());
    assertEquals(0, page.at("/page/skip").intValue());
    for (String start : List.of("skip=1", "page=2")) {
      Reply reply = down.get("/comments/skipped?" + start);
      assertEquals(503, reply.status());
      assertEquals("1", reply.header("Retry-After"));
      assertEquals("application/problem+json", reply.header("Content-Type"));
      assertEquals("5", lost.get("/comments/skipped?" + start).header("Retry-After"));
    }
  }

  @Test
  void aTieOfAThousandItemsIsCompletedAndALongerOneNeedsTheIndex() {
    fillTie("thousand", 1_000);
    assertSameItems("/comments/thousand?size=20&order=ascending");
    assertSameItems("/comments/thousand?size=100&order=descending");
    SHOP.put(List.of(Shop.comment("thousand-more", "thousand", "2024-05-01 00:30")));
    for (int size : new int[] {20, 100}) {
      Reply reply = down.get("/comments/thousand?size=" + size);
      assertEquals(503, reply.status());
      assertEquals("the index does not answer", reply.body().get("detail").textValue());
    }
  }

  @Test
  void aTieOverAMegabyteNeedsTheIndex() {
    List<Map<String, AttributeValue>> large = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Map<String, AttributeValue> item = new HashMap<>(minute("large", 0));
      item.put("PK", fromS("large-%02d".formatted(i)));
      item.put("text", fromS("x".repeat(50_000)));
      large.add(item);
    }
    SHOP.put(large);
    assertEquals(503, down.get("/comments/large?size=5").status());
    assertSameItems("/comments/large?size=40");
  }

  private static void fillTie(String group, int count) {
    SHOP.put(
        IntStream.range(0, count)
            .mapToObj(i -> Shop.comment(group + "-" + i, group, "2024-05-01 00:30"))
            .toList());
  }

  @Test
  void itemsThatAreNotListedAreLeftOutAndOthersTakeTheirPlace() {
    SHOP.put(IntStream.range(0, 10).mapToObj(i -> minute("poison", i)).toList());
    SHOP.intoTable(
        IntStream.range(0, 150)
            .mapToObj(i -> Shop.comment("poison-x" + i, "poison", "2024-05-01 00:0" + i + "!"))
            .toList());
    assertSameItems("/comments/poison?size=5&order=ascending");
    assertSameItems("/comments/poison?size=5&order=descending");
    assertSameItems("/comments/poison?size=50&order=descending");
  }

  @Test
  void givesUpAfterEightReadsOfItemsThatCannotBeListed() {
    SHOP.intoTable(
        IntStream.range(0, 900)
            .mapToObj(i -> Shop.comment("endless-" + i, "endless", "y" + i))
            .toList());
    SHOP.wire().drain();
    assertEquals(503, down.get("/comments/endless?size=5").status());
    assertEquals(8, SHOP.wire().count());
  }

  @Test
  void readsTheItemsFromTheTableIfTheIndexHasKeysOnly() {
    List<Map<String, AttributeValue>> ratings = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      ratings.add(
          Map.of(
              "PK", fromS("rating%02d".formatted(i)),
              "movie", fromN("7"),
              "at", fromN(Integer.toString(i / 4)),
              "stars", fromN("5")));
    }
    RATINGS.put(ratings);
    Front without = RATINGS.front(Broken.down());
    for (String url :
        List.of("/ratings/7?size=6", "/ratings/7?size=50", "/ratings/7?size=9&order=descending")) {
      Reply reply = without.get(url);
      assertEquals(
          RATINGS.front().get(url).body().get("items").toString(),
          reply.body().get("items").toString());
      assertTrue(reply.header("Pagemark-Cost").startsWith("plan=first-page"));
    }
  }

  @Test
  void anEmptyGroupIsAnEmptyPage() {
    assertSameItems("/comments/empty");
  }

  @Test
  void answers503IfTheTableIsBusy() {
    SHOP.wire()
        .beforeRequests(
            request -> {
              throw new TableUnavailable(null);
            });
    Reply reply = down.get("/comments/busy");
    assertEquals(503, reply.status());
    assertEquals("the table does not answer in time", reply.body().get("detail").textValue());
  }

  @Test
  void itIsLoggedInOneLineWithoutKeys() {
    SHOP.put(List.of(minute("logged", 1)));
    int before = down.log().lines.size();
    down.get("/comments/logged");
    List<JsonNode> lines = down.log().json().subList(before, down.log().lines.size());
    assertEquals(1, lines.size());
    JsonNode line = lines.getFirst();
    assertEquals("page read without the index", line.path("message").asText());
    assertEquals("comments", line.path("listing").asText());
    assertEquals("pagemark.index.IndexException$Unavailable", line.path("failure").asText());
    assertFalse(line.toString().contains("logged"), line::toString);
  }
}
