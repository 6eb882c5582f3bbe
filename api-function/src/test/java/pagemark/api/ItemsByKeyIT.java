package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.KeyQuery;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// `GET /{listing}?key=` and `GET /{listing}/{group}?key=`. The index is down for all of it.
final class ItemsByKeyIT {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String EXPIRING =
      Definitions.COMMENTS
          .replace("\"order\"", "\"expires\": { \"attribute\": \"ttl\" }, \"order\"")
          .replace(
              "\"filters\"",
              "\"where\": { \"attribute\": \"draft\", \"exists\": false }, \"filters\"");
  private static final String PAIRS =
      """
      { "pages": { "table": "${TABLE_NAME}", "index": "bySite", "group": { "attribute": "site" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "path" }, { "attribute": "version", "type": "number" } ],
          "attributes": "*" } }
      """;
  private static final Shop SHOP = new Shop("items-by-key", EXPIRING).open();
  private static final Shop SITES = new Shop("items-by-two-keys", PAIRS).open();
  private static final Front FRONT = SHOP.front(Broken.down(), InstantSource.fixed(NOW));

  @BeforeAll
  static void fill() {
    SHOP.put(
        List.of(
            comment("rita", Map.of()),
            comment("omar", Map.of("secret", fromS("x"))),
            comment("expired", Map.of("ttl", fromN(Long.toString(NOW.getEpochSecond())))),
            comment("draft", Map.of("draft", fromS("yes"))),
            Map.of("PK", fromS("unlisted"), "title", fromS("no group and no sort value")),
            Shop.comment("ines", "MUG", "2024-05-01 00:00")));
    SITES.put(List.of(page("a", "1"), page("a", "2"), page("b", "1")));
  }

  private static Map<String, AttributeValue> comment(String id, Map<String, AttributeValue> more) {
    Map<String, AttributeValue> item = new HashMap<>(Shop.comment(id, "SHIRT", "2024-05-01 00:00"));
    item.putAll(more);
    return item;
  }

  private static Map<String, AttributeValue> page(String path, String version) {
    return Map.of(
        "path", fromS(path), "version", fromN(version), "site", fromS("s"), "at", fromN("1"));
  }

  @Test
  void itemsComeInTheOrderAskedAndMissingOnesAreNamed() {
    Reply reply = FRONT.get("/comments?key=omar&key=nobody&key=ines&key=rita&key=omar");
    assertEquals(List.of("omar", "ines", "rita", "omar"), reply.keys());
    assertEquals("[[\"nobody\"]]", reply.body().get("missing").toString());
    assertEquals("max-age=0", reply.header("Cache-Control"));
    String cost = reply.header("Pagemark-Cost");
    assertTrue(cost.startsWith("plan=batch-get, index-calls=0, "), cost);
    assertTrue(cost.contains("read-units=3.0"), "consistently, three items once: " + cost);
  }

  @Test
  void aPageShowsTheSameOfAnItem() {
    String ofKey = FRONT.get("/comments?key=omar").body().at("/items/0").toString();
    Reply page = SHOP.front().get("/comments/SHIRT?item=omar&size=1");
    assertEquals(page.body().at("/items/0").toString(), ofKey);
    assertFalse(ofKey.contains("secret"));
  }

  /// No page shows them, so neither is their content told by their key.
  @Test
  void whatNoPageOfTheListingShowsIsMissing() {
    Reply reply = FRONT.get("/comments?key=expired&key=draft&key=unlisted");
    assertEquals(List.of(), reply.keys());
    assertEquals(
        "[[\"expired\"],[\"draft\"],[\"unlisted\"]]", reply.body().get("missing").toString());
  }

  @Test
  void aGroupIsACondition() {
    for (String url : List.of("/comments?group=MUG&", "/comments/MUG?")) {
      Reply reply = FRONT.get(url + "key=omar&key=ines");
      assertEquals(List.of("ines"), reply.keys());
      assertEquals("[[\"omar\"]]", reply.body().get("missing").toString());
    }
  }

  @Test
  void aClaimNeedsTheCallersOwnGroup() {
    Front mine =
        SHOP.front(
            Definitions.listings(
                EXPIRING.replace("\"order\"", "\"groupClaim\": \"sub\", \"order\""), SHOP.table()),
            InstantSource.fixed(NOW),
            false);
    Map<String, String> claims = Map.of("sub", "MUG");
    assertEquals(404, mine.as(claims, "/comments?key=ines").status());
    assertEquals(404, mine.as(claims, "/comments?group=SHIRT&key=omar").status());
    assertEquals(404, mine.as(claims, "/comments?group=SHIRT&group=MUG&key=omar").status());
    assertEquals(404, mine.as(claims, "/comments/SHIRT?key=omar").status());
    for (String url : List.of("/comments?group=MUG&", "/comments/MUG?")) {
      Reply own = mine.as(claims, url + "key=ines&key=omar");
      assertEquals(List.of("ines"), own.keys());
      assertEquals("[[\"omar\"]]", own.body().get("missing").toString());
      assertEquals("private, max-age=0", own.header("Cache-Control"));
    }
  }

  @Test
  void aKeyOfTwoAttributesIsTwoValues() {
    Front front = SITES.front(Broken.down());
    Reply reply = front.get("/pages?key=a&key=2&key=b&key=2&key=a&key=1");
    assertEquals("[[\"b\",\"2\"]]", reply.body().get("missing").toString());
    assertEquals(
        List.of("2", "1"),
        reply.body().get("items").valueStream().map(i -> i.get("version").asText()).toList());
    assertRefused(front, "/pages?key=a&key=2&key=b", "key twice for each item");
    assertRefused(front, "/pages?key=a&key=two", "number");
  }

  @Test
  void wrongQuestionsSayWhatIsRight() {
    assertRefused(FRONT, "/comments?key=", "1 to 2048 bytes");
    assertRefused(FRONT, "/comments?key=rita&page=2", "group, sort, key");
    assertRefused(FRONT, "/comments?key=rita&rating=5", "group, sort, key");
    assertRefused(FRONT, "/comments/SHIRT?key=rita&page=2", "group, sort, key");
    assertRefused(FRONT, "/comments/SHIRT?group=MUG&key=rita", "not both");
    assertRefused(FRONT, "/comments/SHIRT/facets?key=rita", "during");
    assertRefused(FRONT, "/comments/facets?group=SHIRT&key=rita", "during");
    assertRefused(FRONT, many(KeyQuery.KEYS_MAX + 1), "the keys of 1 to 100 items");
    assertRefused(FRONT, many(2 * KeyQuery.KEYS_MAX + 1), "key at most 200 times");
    assertEquals(100, FRONT.get(many(KeyQuery.KEYS_MAX)).body().get("missing").size());
  }

  private static String many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "key=none" + i)
        .collect(Collectors.joining("&", "/comments?", ""));
  }

  private static void assertRefused(Front front, String url, String allowed) {
    Reply reply = front.get(url);
    assertEquals(400, reply.status(), url);
    String told = reply.body().path("allowed").asText();
    assertTrue(told.contains(allowed), () -> url + " " + told);
  }

  /// A filter that was declared before there were items by key keeps its name.
  @Test
  void aFilterOfThatNameIsTheFilter() {
    String listing = Definitions.COMMENTS.replace("\"rating\": {", "\"key\": {");
    Front front =
        SHOP.front(Definitions.listings(listing, SHOP.table()), InstantSource.system(), false);
    assertRefused(front, "/comments?group=SHIRT&key=rita", "other");
    assertRefused(front, "/comments/SHIRT?key=rita", "other");
    assertRefused(front, "/comments?group=SHIRT&key=4&key=5", "key once");
  }

  @Test
  void aCopyIsConfirmedAndAHeadHasNoBody() {
    Reply first = FRONT.get("/comments?key=rita");
    Reply again = FRONT.get("/comments?key=rita", Map.of("if-none-match", first.header("ETag")));
    assertEquals(304, again.status());
    assertEquals("", FRONT.send("HEAD", "/comments?key=rita").text());
    SHOP.put(List.of(comment("late", Map.of())));
    assertEquals(List.of("late"), FRONT.get("/comments?key=late").keys());
  }

  @Test
  void itemsThatDoNotFitAreCounted() {
    AttributeValue large = fromS("x".repeat(390_000));
    SHOP.put(
        IntStream.range(0, 20).mapToObj(i -> comment("big" + i, Map.of("title", large))).toList());
    String url =
        IntStream.range(0, 20)
            .mapToObj(i -> "key=big" + i)
            .collect(Collectors.joining("&", "/comments?", ""));
    Reply reply = FRONT.get(url);
    assertEquals(400, reply.status());
    assertTrue(reply.body().get("detail").asText().contains("only the first 15 fit"), reply.text());
    String fewer = url.substring(0, url.indexOf("&key=big15"));
    assertEquals(15, FRONT.get(fewer).keys().size());
  }
}
