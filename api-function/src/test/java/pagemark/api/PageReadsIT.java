package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.api.Front.Reply;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.pages.Definitions;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Tests the requests that DynamoDB gets, case by case, and the pages made from the answers.
@ParameterizedClass
@EnumSource(RedisTopology.class)
@EnumSource(SqlServer.class)
final class PageReadsIT {
  private static final Map<IndexServer, Shops> SHOPS = new HashMap<>();
  private static final String DIGITS_38 = "-1.2345678901234567890123456789012345678";

  private final Shop comments;
  private final Shop ratings;

  PageReadsIT(IndexServer server) {
    Shops shops = SHOPS.computeIfAbsent(server, Shops::filled);
    comments = shops.comments();
    ratings = shops.ratings();
  }

  private record Shops(Shop comments, Shop ratings) {
    static Shops filled(IndexServer server) {
      IndexStore index = server.emptyStore();
      Shop comments = new Shop("page-reads-" + server, Definitions.COMMENTS, index).open();
      Shop ratings = new Shop("page-reads-ratings-" + server, Definitions.RATINGS, index).open();
      comments.put(PageReadsIT.comments());
      ratings.put(IntStream.range(0, 30).mapToObj(PageReadsIT::rating).toList());
      return new Shops(comments, ratings);
    }
  }

  private static List<Map<String, AttributeValue>> comments() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int minute = 0; minute < 50; minute++) {
      String at = "2024-05-01 00:%02d".formatted(minute);
      items.add(Shop.comment("shirt%02d".formatted(minute), "SHIRT", at));
    }
    for (int tie = 0; tie < 1000; tie++) {
      items.add(Shop.comment("tie%03d".formatted(tie), "TIE", "2024-05-01 00:00"));
    }
    items.add(Shop.comment("odd", "a b/ü", "2024-05-01 00:00"));
    return items;
  }

  private static Map<String, AttributeValue> rating(int i) {
    return Map.of(
        "PK", fromS("rating" + i),
        "movie", fromN("7.50"),
        "at", fromN(Integer.toString(1000 + i / 4)),
        "exact", fromN(DIGITS_38));
  }

  @BeforeEach
  void forgetRequests() {
    comments.front().get("/comments/SHIRT");
    ratings.front().get("/ratings/7.5");
    comments.wire().drain();
    ratings.wire().drain();
  }

  @Test
  void aPageIsOneQueryOfItsRange() {
    Reply reply = comments.front().get("/comments/SHIRT?page=2");
    assertEquals(200, reply.status());
    QueryRequest query = (QueryRequest) only(comments);
    assertEquals(comments.table(), query.tableName());
    assertEquals("byProduct", query.indexName());
    assertEquals(
        "#partition = :partition AND #sort BETWEEN :low AND :high", query.keyConditionExpression());
    assertEquals("PK2", query.expressionAttributeNames().get("#partition"));
    assertEquals("SK", query.expressionAttributeNames().get("#sort"));
    assertEquals(
        Map.of(
            ":partition", fromS("SHIRT"),
            ":low", fromS("2024-05-01 00:10"),
            ":high", fromS("2024-05-01 00:29")),
        query.expressionAttributeValues());
    assertEquals(20, query.limit());
    assertFalse(query.scanIndexForward());
    assertFalse(query.hasExclusiveStartKey());
    assertFalse(Boolean.TRUE.equals(query.consistentRead()));
    assertEquals("TOTAL", query.returnConsumedCapacityAsString());
  }

  @Test
  void aPageIsInTheIndexsOrderWithWhatTheListingShows() {
    Reply reply = comments.front().get("/comments/SHIRT?page=2&size=2");
    assertEquals(
        """
        {"items":[{"PK":"shirt47","SK":"2024-05-01 00:47","title":"title of shirt47"},\
        {"PK":"shirt46","SK":"2024-05-01 00:46","title":"title of shirt46"}],\
        "page":{"number":2,"size":2,"totalItems":50,"totalPages":25},\
        "links":{"self":"/comments/SHIRT?page=2&size=2","first":"/comments/SHIRT?page=1&size=2",\
        "prev":"/comments/SHIRT?page=1&size=2","next":"/comments/SHIRT?page=3&size=2",\
        "last":"/comments/SHIRT?page=25&size=2"}\
        """,
        reply.text().replaceFirst(",\"cursors\".*", ""));
    assertTrue(reply.body().at("/cursors/before").isTextual());
    assertTrue(reply.body().at("/cursors/after").isTextual());
    assertEquals("application/json", reply.header("Content-Type"));
    assertTrue(reply.header("Link").startsWith("</comments/SHIRT?page=2&size=2>; rel=\"self\", "));
  }

  @Test
  void ascendingIsTheSameQueryForward() {
    Reply reply = comments.front().get("/comments/SHIRT?skip=5&size=3&order=ascending");
    assertEquals(List.of("shirt05", "shirt06", "shirt07"), keys(reply));
    QueryRequest query = (QueryRequest) only(comments);
    assertTrue(query.scanIndexForward());
    assertEquals("2024-05-01 00:05", Shop.text(query.expressionAttributeValues(), ":low"));
    assertEquals("2024-05-01 00:07", Shop.text(query.expressionAttributeValues(), ":high"));
    assertEquals(3, query.limit());
  }

  @Test
  void aPageInsideAGiantTieIsOneReadByKey() {
    Reply reply = comments.front().get("/comments/TIE?page=25&order=ascending");
    List<String> expected = IntStream.range(480, 500).mapToObj(i -> "tie" + i).toList();
    assertEquals(expected, keys(reply));
    KeysAndAttributes keys = batch(only(comments), comments.table());
    assertEquals(expected.stream().map(k -> Map.of("PK", fromS(k))).toList(), keys.keys());
    assertFalse(Boolean.TRUE.equals(keys.consistentRead()));
    assertEquals(5, keys.expressionAttributeNames().size());
    assertTrue(reply.header("Pagemark-Cost").startsWith("plan=batch-get, index-calls=1,"));
  }

  @Test
  void anIndexThatCarriesKeysOnlyIsOneReadByKey() {
    Reply reply = ratings.front().get("/ratings/7.5?page=3");
    assertEquals(200, reply.status());
    KeysAndAttributes keys = batch(only(ratings), ratings.table());
    assertEquals(10, keys.keys().size());
    assertEquals(null, keys.projectionExpression());
    assertEquals(10, reply.body().get("items").size());
  }

  @Test
  void numbersKeepAll38Digits() {
    String text = ratings.front().get("/ratings/7.5?size=1").text();
    assertTrue(
        text.startsWith(
            "{\"items\":[{\"PK\":\"rating0\",\"at\":1000,\"exact\":"
                + DIGITS_38
                + ",\"movie\":7.5}]"),
        text);
  }

  @Test
  void anEmptyGroupHasAFirstPageWithoutAnyRead() {
    for (String first : List.of("?page=1", "?skip=0", "")) {
      Reply reply = comments.front().get("/comments/NOBODY" + first);
      assertEquals(200, reply.status());
      assertEquals(0, reply.body().get("items").size());
      assertEquals(0, reply.body().at("/page/totalPages").intValue());
      assertTrue(reply.body().at("/links/next").isNull());
    }
    assertEquals(List.of(), comments.wire().drain());
  }

  @Test
  void pastTheEndTheLastPageIsNamedWithoutAnyRead() {
    Reply page = comments.front().get("/comments/SHIRT?page=4");
    assertEquals(404, page.status());
    assertEquals("application/problem+json", page.header("Content-Type"));
    assertEquals(3, page.body().get("lastPage").intValue());
    assertTrue(page.body().path("lastSkip").isMissingNode());
    Reply skip = comments.front().get("/comments/SHIRT?skip=50");
    assertEquals(404, skip.status());
    assertEquals(3, skip.body().get("lastPage").intValue());
    assertEquals(30, skip.body().get("lastSkip").intValue());
    assertEquals(404, comments.front().get("/comments/SHIRT?page=2147483647&size=100").status());
    assertEquals(
        1, comments.front().get("/comments/NOBODY?page=2").body().get("lastPage").intValue());
    assertEquals(List.of(), comments.wire().drain());
  }

  @Test
  void theLastPageHasAllThatIsLeftAndNoPhantomFollows() {
    Reply last = comments.front().get("/comments/SHIRT?page=3");
    assertEquals(10, last.body().get("items").size());
    assertTrue(last.body().at("/links/next").isNull());
    assertEquals(404, comments.front().get("/comments/SHIRT?page=51&size=1").status());
    assertEquals(List.of("shirt00"), keys(comments.front().get("/comments/SHIRT?page=50&size=1")));
  }

  @Test
  void aGroupOfAnyTextIsReadByTheQueryForm() {
    Reply reply = comments.front().get("/comments?group=a%20b%2F%C3%BC");
    assertEquals(List.of("odd"), keys(reply));
    String self = reply.body().at("/links/self").textValue();
    assertEquals("/comments?group=a%20b%2F%C3%BC&page=1", self);
    assertEquals(reply.text(), comments.front().get(self).text());
  }

  @Test
  void headIsGetWithoutItsBody() {
    Reply get = comments.front().get("/comments/SHIRT?page=2");
    Reply head = comments.front().send("HEAD", "/comments/SHIRT?page=2");
    assertEquals(200, head.status());
    assertEquals("", head.text());
    assertEquals(get.header("Link"), head.header("Link"));
    assertEquals("", comments.front().send("HEAD", "/comments/SHIRT?page=0").text());
    assertEquals(400, comments.front().send("HEAD", "/comments/SHIRT?page=0").status());
    assertEquals("GET, HEAD", comments.front().send("POST", "/comments/SHIRT").header("Allow"));
  }

  @Test
  void theLastPageCostsWhatTheFirstCosts() {
    Map<String, String> costs = new HashMap<>();
    for (String page : List.of("1", "2", "200")) {
      String url = "/comments/TIE?size=5&page=" + page;
      costs.put(page, comments.front().get(url).header("Pagemark-Cost"));
    }
    assertEquals(
        "plan=batch-get, index-calls=1, table-calls=1, read-units=2.5, suspects=0, discarded=0, "
            + "round-trips=1",
        costs.get("1"));
    assertEquals(1, Map.copyOf(costs).values().stream().distinct().count(), costs.toString());
    String query = comments.front().get("/comments/SHIRT?page=2").header("Pagemark-Cost");
    assertEquals(
        "plan=query, index-calls=1, table-calls=1, read-units=0.5, suspects=0, discarded=0, "
            + "round-trips=1",
        query);
    String timing = comments.front().get("/comments/SHIRT").header("Server-Timing");
    assertTrue(timing.matches("index;dur=[\\d.]+, table;dur=[\\d.]+, total;dur=[\\d.]+"), timing);
  }

  @Test
  void withoutDiagnosticsThereAreNoCostHeaders() {
    Reply reply =
        comments.front(comments.listings(), InstantSource.system(), false).get("/comments/SHIRT");
    assertEquals("", reply.header("Pagemark-Cost"));
    assertEquals("", reply.header("Server-Timing"));
  }

  static List<String> keys(Reply reply) {
    assertEquals(200, reply.status(), reply.text());
    List<String> keys = new ArrayList<>();
    reply.body().get("items").forEach(item -> keys.add(item.get("PK").textValue()));
    return keys;
  }

  private static SdkRequest only(Shop shop) {
    List<SdkRequest> requests = shop.wire().drain();
    assertEquals(1, requests.size(), requests.toString());
    return requests.getFirst();
  }

  static KeysAndAttributes batch(SdkRequest request, String table) {
    BatchGetItemRequest batch = (BatchGetItemRequest) request;
    assertEquals(List.of(table), List.copyOf(batch.requestItems().keySet()));
    return batch.requestItems().values().iterator().next();
  }
}
