package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages through a single-table design on the local stack, as a page on another port does. One of
/// its listings has a filter that is called `prefix`.
final class SingleTableIT {
  private static final String RECORD =
      """
      "%s": { "table": "records", "group": { "attribute": "PK" },
              "sort": { "attribute": "SK", "type": "string" },
              "key": [ { "attribute": "PK" }, { "attribute": "SK" } ],%s "attributes": "*" }
      """;
  private static final String FILTERS =
      "\"filters\": { \"prefix\": { \"attribute\": \"kind\", \"values\": [\"a\"] } },";
  private static final Listings LISTINGS =
      Listings.parse(
          "{%s, %s}".formatted(RECORD.formatted("records", ""), RECORD.formatted("kinds", FILTERS)),
          Map.of());
  private static final String ORIGIN = "http://localhost:5173";

  @Test
  void prefixesSelectTheItemsOfAKindAndAFilterOfThatNameIsWarnedOf() throws Exception {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    try (LocalStack stack =
            PooledStack.start(new LocalOptions(0, 0, 0, null, LISTINGS, 0), log::add);
        HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 0; i < 20; i++) {
        put(stack, "ORDER#%02d".formatted(i));
        put(stack, "PROFILE#%02d".formatted(i));
      }
      assertTrue(stack.await(Duration.ofSeconds(20)).isCaughtUp());

      JsonNode page =
          read(client, stack, "/records?group=CUSTOMER%23alice&prefix=ORDER%23&page=3&size=8");
      assertEquals(20, page.at("/page/totalItems").intValue(), page::toString);
      assertEquals(4, page.path("items").size());
      assertEquals("ORDER#16", page.at("/items/0/SK").textValue());
      JsonNode filtered = read(client, stack, "/kinds?group=CUSTOMER%23alice&prefix=a");
      assertEquals(0, filtered.at("/page/totalItems").intValue(), filtered::toString);

      String warning =
          "$.kinds.filters.prefix has the name of a request parameter. In this listing, prefix= is"
              + " the filter; rename the filter to have both";
      assertEquals(warning, read(client, stack, "/health").at("/warnings/0").textValue());
      assertTrue(log.contains("Warning: " + warning), log::toString);
    }
  }

  private static void put(LocalStack stack, String sort) {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS("CUSTOMER#alice"),
            "SK", AttributeValue.fromS(sort),
            "kind", AttributeValue.fromS("b"));
    stack.client().putItem(p -> p.tableName(stack.table()).item(item));
  }

  private static JsonNode read(HttpClient client, LocalStack stack, String path)
      throws IOException, InterruptedException {
    URI url = URI.create("http://127.0.0.1:" + stack.url().getPort() + path);
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(url).header("Origin", ORIGIN).build(), BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    assertEquals(Optional.of(ORIGIN), response.headers().firstValue("Access-Control-Allow-Origin"));
    return JsonMapper.builder().build().readTree(response.body());
  }
}
