package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import pagemark.load.BatchWriter;
import pagemark.local.LocalStack;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Requests the page's own routes over plain HTTP.
final class ItemsRouteIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static final LocalStack STACK = Stacks.start(100, LOG);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String COMMENTS = "/local/items?listing=comments";

  @AfterAll
  static void stop() {
    CLIENT.close();
    STACK.close();
    assertEquals(List.of(), LOG, "logged");
  }

  private static HttpResponse<String> send(String method, String path, String body, String... more)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(STACK.url().resolve(path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (more.length > 0) {
      request.setHeader(more[0], more[1]);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static void assertRefused(int status, String detail, HttpResponse<String> response)
      throws IOException {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(
        "application/problem+json", response.headers().firstValue("content-type").orElseThrow());
    JsonNode problem = JSON.readTree(response.body());
    assertEquals(status, problem.path("status").intValue());
    assertTrue(problem.path("detail").textValue().contains(detail), response.body());
  }

  private static @Nullable Map<String, AttributeValue> stored(String key) {
    Map<String, AttributeValue> item =
        STACK
            .client()
            .getItem(
                get ->
                    get.tableName(STACK.table())
                        .key(Map.of("PK", AttributeValue.fromS(key)))
                        .consistentRead(true))
            .item();
    return item.isEmpty() ? null : item;
  }

  private static String item(String key, String more) {
    return "{\"PK\": \"%s\", \"PK2\": \"WRITTEN\", \"SK\": \"2024-05-03 10:00\"%s}"
        .formatted(key, more);
  }

  @Test
  void itemIsAddedOnceAndTheIndexFollows() throws Exception {
    HttpResponse<String> added = send("POST", COMMENTS, item("once", ", \"rating\": 5"));
    assertEquals(204, added.statusCode(), added.body());
    assertTrue(STACK.await(Duration.ofSeconds(20)).isCaughtUp());
    JsonNode page = JSON.readTree(send("GET", "/comments/WRITTEN?item=once", "").body());
    assertEquals(5, page.at("/items/0/rating").intValue());
    assertRefused(409, "there is already an item", send("POST", COMMENTS, item("once", "")));
  }

  /// The listing does not show `secret`, so an edit must not remove it.
  @Test
  void replacingTouchesOnlyWhatTheListingShows() throws Exception {
    STACK
        .client()
        .putItem(
            put ->
                put.tableName(STACK.table())
                    .item(
                        Map.of(
                            "PK", AttributeValue.fromS("edited"),
                            "title", AttributeValue.fromS("Before"),
                            "rating", AttributeValue.fromN("2"),
                            "secret", AttributeValue.fromS("kept"))));
    HttpResponse<String> edited = send("PUT", COMMENTS, item("edited", ", \"title\": \"After\""));
    assertEquals(204, edited.statusCode(), edited.body());
    assertEquals(
        Map.of(
            "PK", AttributeValue.fromS("edited"),
            "PK2", AttributeValue.fromS("WRITTEN"),
            "SK", AttributeValue.fromS("2024-05-03 10:00"),
            "title", AttributeValue.fromS("After"),
            "secret", AttributeValue.fromS("kept")),
        stored("edited"));
    assertRefused(404, "there is no item", send("PUT", COMMENTS, item("nobody", "")));
    assertNull(stored("nobody"));
  }

  /// DynamoDB Local's stream returns an empty map without a type.
  @Test
  void itemWithEmptyMapsIsFollowed() throws Exception {
    String empty = ", \"rating\": 3, \"meta\": {}, \"deep\": [{\"a\": {}}, {}, []]";
    List<String> items = List.of(item("first", empty), item("empty", empty), item("after", ""));
    for (String each : items) {
      String body = each.replace("WRITTEN", "EMPTY");
      assertEquals(204, send("POST", COMMENTS, body).statusCode());
    }
    assertEquals(3, indexed("EMPTY"));
    assertEquals(204, send("DELETE", COMMENTS, "{\"PK\": \"empty\"}").statusCode());
    assertEquals(2, indexed("EMPTY"));
    String plain = item("first", "").replace("WRITTEN", "PLAIN");
    assertEquals(204, send("PUT", COMMENTS, plain).statusCode());
    assertEquals(List.of(1, 1), List.of(indexed("EMPTY"), indexed("PLAIN")));
  }

  private static int indexed(String group) throws Exception {
    assertTrue(STACK.await(Duration.ofSeconds(20)).isCaughtUp());
    JsonNode page = JSON.readTree(send("GET", "/comments/" + group, "").body());
    return page.at("/page/totalItems").asInt(-1);
  }

  @Test
  void itemIsDeletedByItsKey() throws Exception {
    assertEquals(204, send("POST", COMMENTS, item("gone", "")).statusCode());
    assertEquals(204, send("DELETE", COMMENTS, "{\"PK\": \"gone\"}").statusCode());
    assertNull(stored("gone"));
    assertRefused(404, "there is no item", send("DELETE", COMMENTS, "{\"PK\": \"gone\"}"));
  }

  @Test
  void requestOfAnotherShapeIsRefused() throws Exception {
    String fit = item("refused", "");
    assertRefused(415, "json", send("POST", COMMENTS, fit, "Content-Type", "text/plain"));
    String form = "application/x-www-form-urlencoded";
    assertRefused(415, "json", send("POST", COMMENTS, fit, "Content-Type", form));
    HttpResponse<String> patch = send("PATCH", COMMENTS, fit);
    assertRefused(405, "POST, PUT, DELETE", patch);
    assertEquals("POST, PUT, DELETE", patch.headers().firstValue("allow").orElseThrow());
    assertRefused(404, "no such listing", send("POST", "/local/items?listing=nothing", fit));
    assertRefused(400, "parameter", send("POST", "/local/items", fit));
    assertRefused(400, "parameter", send("POST", COMMENTS + "&more=1", fit));
    String large = item("refused", ", \"text\": \"" + "x".repeat(400 * 1024) + "\"");
    assertRefused(413, "400 KB", send("POST", COMMENTS, large));
    assertNull(stored("refused"));
  }

  @Test
  void reboundNameIsRefused() throws Exception {
    for (String start :
        List.of(
            "POST " + COMMENTS,
            "GET /local/listings",
            "GET /health",
            "GET /comments/SHIRT",
            "GET /comments/SHIRT/facets")) {
      String answer = Rebound.send(STACK.url().getPort(), start, "{\"PK\": \"rebound\"}");
      assertTrue(answer.startsWith("HTTP/1.1 403 "), answer);
    }
    assertNull(stored("rebound"));
  }

  @Test
  void listingsTellWhatThePageNeeds() throws Exception {
    JsonNode listings = JSON.readTree(send("GET", "/local/listings", "").body()).path("listings");
    JsonNode comments = listings.path(0);
    assertEquals("comments", comments.path("name").textValue());
    assertEquals(JSON.readTree("[1,2,3,4,5]"), comments.at("/filters/0/values"));
    assertTrue(comments.at("/filters/0/numeric").booleanValue());
    assertEquals("uuuu-MM-dd HH:mm", comments.at("/sort/pattern").textValue());
    assertTrue(comments.path("windows").booleanValue());
    JsonNode ratings = listings.path(1);
    assertTrue(ratings.path("attributes").isNull());
    List<String> groups =
        ratings.path("groups").findValues("group").stream().map(JsonNode::toString).toList();
    assertTrue(groups.containsAll(List.of("[\"de\"]", "[\"en\"]")), groups::toString);
    assertFalse(ratings.path("moreGroups").booleanValue());
    assertRefused(405, "GET, HEAD", send("POST", "/local/listings", "{}"));
  }

  @Test
  void listingsShowFiftyOfManyGroups() throws Exception {
    new BatchWriter(STACK.client(), STACK.table(), _ -> {})
        .writeAll(
            IntStream.range(0, 250)
                .mapToObj(
                    i ->
                        Map.of(
                            "PK", AttributeValue.fromS("many-" + i),
                            "PK2", AttributeValue.fromS("GROUP-" + i),
                            "SK", AttributeValue.fromS("2024-05-03 10:00"))),
            1);
    assertTrue(STACK.await(Duration.ofSeconds(20)).isCaughtUp());
    JsonNode comments =
        JSON.readTree(send("GET", "/local/listings", "").body()).path("listings").path(0);
    assertEquals(50, comments.path("groups").size());
    assertTrue(comments.path("moreGroups").booleanValue());
    long first = comments.at("/groups/0/items").longValue();
    assertTrue(first >= comments.at("/groups/1/items").longValue(), "the largest first");
  }

  @Test
  void filesComeWithAStrictPolicyAndNothingElseDoes() throws Exception {
    HttpResponse<String> page = send("GET", "/", "");
    assertEquals(200, page.statusCode());
    assertEquals("no-store", page.headers().firstValue("cache-control").orElseThrow());
    String policy = page.headers().firstValue("content-security-policy").orElseThrow();
    assertTrue(policy.startsWith("default-src 'self';"), policy);
    assertEquals(
        "text/javascript; charset=utf-8",
        send("GET", "/local/page/app.js", "").headers().firstValue("content-type").orElseThrow());
    for (String path :
        List.of("/local/page/WebPage.class", "/local/page/..%2Fx.js", "/local/x", "/local/page/")) {
      assertRefused(404, "no such file", send("GET", path, ""));
    }
    assertRefused(405, "GET, HEAD", send("POST", "/", "{}"));
  }
}
