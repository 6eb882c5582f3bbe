package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Walks to pages over plain HTTP, and compares calls, units and items with Queries of its own and
/// with the API's totals.
final class RaceRouteIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String LISTINGS =
      """
      { "notes": {
          "table": "notes", "index": "byOwner", "group": { "attribute": "owner" },
          "sort": { "attribute": "at", "type": "integer" }, "key": [ { "attribute": "id" } ],
          "filters": {
            "price": { "attribute": "price", "ranges": [10, 50] },
            "state": { "attribute": "state", "values": ["new", "old"] },
            "paid": { "attribute": "paid", "values": [true, false] },
            "author": { "attribute": "author", "values": "any" },
            "tag": { "attribute": "tags", "values": "any", "each": true } },
          "attributes": "*" },
        "dear": {
          "table": "notes", "group": { "attribute": "owner" },
          "sort": { "attribute": "price", "type": "number" }, "key": [ { "attribute": "id" } ],
          "attributes": "*" } }
      """;
  private static final int ITEMS = 240;
  private static LocalStack stack;

  @BeforeAll
  static void start() throws InterruptedException {
    Listings listings = Listings.parse(LISTINGS, Map.of());
    stack = PooledStack.start(new LocalOptions(0, 0, 0, null, listings, 0), LOG::add);
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item = note(i);
      stack.client().putItem(put -> put.tableName("notes").item(item));
    }
    assertTrue(stack.await(Duration.ofSeconds(60)).isCaughtUp());
  }

  /// Some lack an attribute, so that it is `other`.
  private static Map<String, AttributeValue> note(int i) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("id", fromS("note-" + i));
    item.put("owner", fromS("acme"));
    item.put("at", fromN(String.valueOf(i)));
    item.put("text", fromS("x".repeat(40 * (i % 20))));
    if (i % 5 > 0) {
      item.put("price", fromN(String.valueOf(i % 70)));
    }
    if (i % 4 > 0) {
      item.put("state", fromS(i % 4 == 1 ? "new" : "old"));
    }
    item.put("paid", fromBool(i % 3 == 0));
    item.put("author", i % 2 == 0 ? fromS("rita") : fromN("7"));
    item.put("tags", AttributeValue.fromSs(List.of("a" + i % 6, "b")));
    return item;
  }

  @AfterAll
  static void stop() {
    CLIENT.close();
    stack.close();
    assertEquals(List.of(), LOG, "logged");
  }

  private static HttpResponse<String> send(String body, String... more) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(stack.url().resolve("/local/race"))
            .POST(BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (more.length > 0) {
      request.header(more[0], more[1]);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static List<JsonNode> lines(String body) throws Exception {
    HttpResponse<String> response = send(body);
    assertEquals(200, response.statusCode(), response.body());
    List<JsonNode> lines = new ArrayList<>();
    for (String line : response.body().split("\n", -1)) {
      if (!line.isEmpty()) {
        lines.add(JSON.readTree(line));
      }
    }
    return lines;
  }

  private static JsonNode last(String body) throws Exception {
    return lines(body).getLast();
  }

  private static String question(int size, long items, String more) {
    return """
    {"listing": "notes", "group": ["acme"], "size": %d, "items": %d%s}
    """
        .formatted(size, items, more);
  }

  @Test
  void aWalkTakesACallForEachPageAndWhatDynamoDbCounts() throws Exception {
    List<JsonNode> lines = lines(question(20, 160, ""));
    assertEquals(8, lines.size());
    for (int i = 0; i < 8; i++) {
      assertEquals(i + 1, lines.get(i).path("calls").intValue());
      assertEquals(20 * (i + 1), lines.get(i).path("read").intValue());
      assertEquals(i == 7 ? "reached" : "", lines.get(i).path("end").asText());
    }
    assertTrue(lines.getLast().path("units").doubleValue() >= 8 * 0.5);
  }

  /// Each filter finds as many items as the API's total says, in the whole group.
  @Test
  void filtersMatchWhatTheIndexCounts() throws Exception {
    Map<String, String> asked = new HashMap<>();
    asked.put("price=..10", "{\"price\": [\"..10\"]}");
    asked.put("price=10..50,other", "{\"price\": [\"10..50\", \"other\"]}");
    asked.put("state=new", "{\"state\": [\"new\"]}");
    asked.put(
        "state=old,other&paid=true", "{\"state\": [\"old\", \"other\"], \"paid\": [\"true\"]}");
    asked.put("author=7", "{\"author\": [\"7\"]}");
    asked.put("tag=a3", "{\"tag\": [\"a3\"]}");
    for (Map.Entry<String, String> each : asked.entrySet()) {
      long total = api("/notes?group=acme&" + each.getKey()).at("/page/totalItems").longValue();
      JsonNode end = last(question(20, 1_000, ", \"filters\": " + each.getValue()));
      assertTrue(total > 0 && total < ITEMS, each.getKey());
      assertEquals(total, end.path("found").longValue(), each.getKey());
      assertEquals("exhausted", end.path("end").textValue());
      assertEquals(ITEMS, end.path("read").intValue());
    }
  }

  @Test
  void windowsAndOrdersAreThoseOfThePage() throws Exception {
    JsonNode end = last(question(10, 1_000, ", \"from\": \"50\", \"to\": \"75\""));
    assertEquals(25, end.path("found").intValue());
    assertEquals(3, end.path("calls").intValue());
    JsonNode up =
        last(question(20, 1, ", \"order\": \"ascending\", \"filters\": {\"tag\": [\"a5\"]}"));
    JsonNode down =
        last(question(2, 1, ", \"order\": \"descending\", \"filters\": {\"tag\": [\"a0\"]}"));
    assertEquals(1, up.path("calls").intValue());
    assertEquals(3, down.path("calls").intValue());
  }

  @Test
  void questionsThatCannotBeWalkedAreRefused() throws Exception {
    HttpResponse<String> foreign = send(question(1, 1, ""), "Origin", "http://elsewhere.example");
    assertEquals(403, foreign.statusCode(), foreign.body());
    for (String wrong :
        List.of(
            "[]",
            "{",
            "{}",
            question(0, 0, ""),
            question(20, 1, ", \"filters\": {\"state\": [\"young\"]}"),
            question(20, 1, ", \"order\": \"up\""),
            question(2_000, 1, ""))) {
      assertEquals(400, send(wrong).statusCode(), wrong);
    }
    HttpResponse<String> unkeyed =
        send("{\"listing\": \"dear\", \"group\": [\"acme\"], \"items\": 1}");
    assertEquals(409, unkeyed.statusCode(), unkeyed.body());
    JsonNode listings = api("/local/listings").path("listings");
    assertEquals("scan", listings.get(1).path("alone").textValue(), listings::toString);
    assertEquals("query", listings.get(0).path("alone").textValue());
    assertEquals(scanned(), listings.get(1).at("/scan/units").doubleValue(), 0.5);
    assertEquals(1, listings.get(1).at("/scan/calls").intValue(), listings::toString);
    assertFalse(listings.get(0).has("scan"), listings::toString);
  }

  /// The read units that a Scan of the table consumes.
  private static double scanned() {
    return stack
        .client()
        .scan(s -> s.tableName(stack.table()).returnConsumedCapacity(TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  private static JsonNode api(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(stack.url().resolve(path)).build();
    return JSON.readTree(CLIENT.send(request, BodyHandlers.ofString()).body());
  }
}
