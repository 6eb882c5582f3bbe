package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// `only=keys` and `fields=`.
final class OnlyKeysIT {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String EXPIRING =
      Definitions.COMMENTS.replace(
          "\"order\"", "\"expires\": { \"attribute\": \"ttl\" }, \"order\"");
  private static final Shop SHOP = new Shop("only-keys", EXPIRING).open();
  private static final Front FRONT = SHOP.front(SHOP.index().reader(), InstantSource.fixed(NOW));
  private static final int MANY = 1_100;

  @BeforeAll
  static void fill() {
    SHOP.put(IntStream.range(0, MANY).mapToObj(i -> comment(i, "MANY")).toList());
    Map<String, AttributeValue> expired = comment(1, "FEW");
    expired.put("ttl", fromN(Long.toString(NOW.getEpochSecond() - 60)));
    Map<String, AttributeValue> gone = comment(2, "FEW");
    SHOP.put(List.of(comment(0, "FEW"), expired, gone));
    SHOP.outOfTable("FEW0002");
  }

  private static Map<String, AttributeValue> comment(int i, String group) {
    String at = "2024-05-%02d %02d:%02d".formatted(1 + i / 1_440, i / 60 % 24, i % 60);
    Map<String, AttributeValue> item =
        new HashMap<>(Shop.comment("%s%04d".formatted(group, i), group, at));
    item.put("secret", fromS("x"));
    return item;
  }

  @Test
  void aThousandKeysAreOneCallOfTheIndexAndNoneOfTheTable() {
    FRONT.get("/comments/MANY");
    SHOP.wire().drain();
    Reply reply = FRONT.get("/comments/MANY?only=keys&size=5000&order=asc");
    assertEquals(1_000, reply.keys().size());
    assertEquals("{\"PK\":\"MANY0000\",\"SK\":\"2024-05-01 00:00\"}", first(reply));
    String told = reply.body().get("page").toString();
    assertTrue(told.startsWith("{\"number\":1,\"size\":1000,\"totalItems\":1100,"), told);
    assertTrue(told.endsWith(",\"verified\":false}"), told);
    assertEquals(
        "/comments/MANY?page=2&size=1000&order=ascending&only=keys",
        reply.body().at("/links/next").textValue());
    String cost = reply.header("Pagemark-Cost");
    assertTrue(cost.startsWith("plan=none, index-calls=1, table-calls=0, read-units=0"), cost);
    assertEquals(List.of(), SHOP.wire().drain());
  }

  private static String first(Reply reply) {
    return reply.body().at("/items/0").toString();
  }

  @Test
  void cursorsLeadToEachKeyOnce() {
    List<String> keys = new ArrayList<>();
    String cursor = "";
    do {
      Reply reply = FRONT.get("/comments/MANY?only=keys&size=400" + cursor);
      keys.addAll(reply.keys());
      JsonNode after = reply.body().at("/cursors/after");
      cursor = after.isNull() ? "" : "&cursor=" + after.textValue();
    } while (!cursor.isEmpty());
    List<String> newest =
        IntStream.range(0, MANY).mapToObj(i -> "MANY%04d".formatted(MANY - 1 - i)).toList();
    assertEquals(newest, keys);
  }

  /// A page of items hides what is gone or has expired. Keys are what the index holds.
  @Test
  void nobodyHasLookedWhetherTheItemsAreThere() {
    assertEquals(
        List.of("FEW0002", "FEW0001", "FEW0000"), FRONT.get("/comments/FEW?only=keys").keys());
    assertEquals(List.of("FEW0000"), FRONT.get("/comments/FEW").keys());
  }

  @Test
  void thePageOfAnItemReadsThatItemAlone() {
    Reply reply = FRONT.get("/comments/MANY?only=keys&item=MANY0007&size=300&order=asc");
    assertEquals("8", reply.body().at("/page/rank").toString());
    String cost = reply.header("Pagemark-Cost");
    assertTrue(cost.contains("table-calls=1, read-units=1.0"), cost);
  }

  /// A cache may keep keys for seconds only, as the table was not asked whether it has the items.
  @Test
  void keysOfAStablePageAreKeptForSeconds() {
    Shop lasting = new Shop("only-keys-stable", Definitions.COMMENTS).open();
    lasting.put(IntStream.range(0, 9).mapToObj(i -> comment(i, "STABLE")).toList());
    String url = "/comments/STABLE?numbering=stable&page=1&size=5";
    assertEquals("max-age=86400", lasting.front().get(url).header("Cache-Control"));
    assertEquals("max-age=5", lasting.front().get(url + "&only=keys").header("Cache-Control"));
  }

  @Test
  void withoutTheIndexThereAreNoKeys() {
    Front down = SHOP.front(Broken.down(), InstantSource.fixed(NOW));
    assertEquals(200, down.get("/comments/MANY").status());
    assertEquals(503, down.get("/comments/MANY?only=keys").status());
  }

  /// A listing that shows no sort value does not show it with the keys either, and one that does
  /// not show its key has none to give.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"\"title\", \"PK\" | 200 | {\"PK\":\"MANY1099\"}", "\"SK\", \"title\" | 400 | ''"})
  void whatTheListingHidesStaysHidden(String attributes, int status, String first) {
    Front hiding =
        SHOP.front(
            Definitions.listings(
                EXPIRING.replace("\"PK\", \"SK\", \"title\"]", attributes + "]"), SHOP.table()),
            InstantSource.fixed(NOW),
            false);
    Reply reply = hiding.get("/comments/MANY?only=keys");
    assertEquals(status, reply.status());
    assertEquals(first, first(reply));
  }

  @Test
  void fieldsAreSomeOfTheAttributesThatTheListingShows() {
    Reply reply = FRONT.get("/comments/MANY?fields=title,PK&size=2");
    assertEquals("{\"title\":\"title of MANY1099\",\"PK\":\"MANY1099\"}", first(reply));
    assertEquals(first(reply), first(FRONT.get("/comments/MANY?fields=title&fields=PK&size=2")));
    assertFalse(reply.body().get("page").has("verified"));
    String next = reply.body().at("/links/next").textValue();
    assertEquals("/comments/MANY?page=2&size=2&fields=title%2CPK", next);
    Reply cursor =
        FRONT.get(
            "/comments/MANY?fields=title&size=2&cursor="
                + reply.body().at("/cursors/after").textValue());
    assertEquals("{\"title\":\"title of MANY1097\"}", first(cursor));
    Reply whole = FRONT.get("/comments/MANY?size=2");
    assertEquals(whole.header("Pagemark-Cost"), reply.header("Pagemark-Cost"));
  }

  @Test
  void ofAllAttributesAnyNameMayBeAskedFor() {
    Front all =
        SHOP.front(
            Definitions.listings(
                EXPIRING.replace("[\"PK\", \"SK\", \"title\"]", "\"*\""), SHOP.table()),
            InstantSource.fixed(NOW),
            false);
    Reply reply = all.get("/comments/MANY?fields=secret,nothing&size=1");
    assertEquals("{\"secret\":\"x\"}", first(reply));
    assertEquals(400, all.get("/comments/MANY?fields=secret,,PK").status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "only=items          | valid values: keys",
        "only=               | valid values: keys",
        "only=keys&only=keys | only once",
        "only=keys&fields=PK | only or fields, not both",
        "only=keys&key=rita  | there is no parameter only",
        "fields=secret       | some of PK,SK,title",
        "fields=titel        | did you mean title?",
        "fields=             | some of PK,SK,title",
        "fields=PK,          | some of PK,SK,title"
      })
  void wrongQuestionsSayWhatIsRight(String query, String told) {
    Reply reply = FRONT.get("/comments/MANY?" + query);
    assertEquals(400, reply.status());
    String detail = reply.body().get("detail").textValue();
    assertTrue(detail.contains(told), detail);
  }

  @Test
  void aLinkIsNoLongerThanAQueryStringMayBe() {
    String many = "/comments/MANY?fields=" + "title,".repeat(400) + "PK";
    assertTrue(FRONT.get(many).body().get("detail").textValue().contains("at most 2500"));
  }

  @Test
  void aFilterOfThatNameIsTheFilter() {
    for (String name : List.of("only", "fields")) {
      RequestReader filtered =
          Front.requests(
              Definitions.COMMENTS.replace("\"rating\": {", "\"%s\": {".formatted(name)));
      ApiRequest.ForPage asked = Front.pageRequest(filtered, "/comments/x?%s=5".formatted(name));
      assertEquals(1, asked.scope().selection().cells().size());
      assertFalse(asked.scope().isOfKeys());
    }
  }
}
