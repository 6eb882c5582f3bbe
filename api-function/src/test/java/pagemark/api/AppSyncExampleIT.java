package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.front.PageRefused;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The function answers what the resolver of examples/appsync sends. The resolver's own test reads
/// the same cases: there the payload is made from a query's arguments, and data from the answer.
final class AppSyncExampleIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Path EXAMPLES =
      Path.of(System.getProperty("pagemark.root", "..")).resolve("examples");
  private static final Shop SHOP = new Shop("appsync", definition()).open();

  private final Events events = new Events(SHOP.front().handler());

  private static String definition() {
    return text("orders/listings.json")
        .replace("\"table\": \"orders\"", "\"table\": \"${TABLE_NAME}\"");
  }

  private static String text(String file) {
    try {
      return Files.readString(EXAMPLES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void fill() {
    SHOP.put(text("orders/orders.jsonl").lines().map(AppSyncExampleIT::item).toList());
  }

  private static Map<String, AttributeValue> item(String order) {
    Map<String, AttributeValue> item = new HashMap<>();
    Events.parsedObject(order)
        .properties()
        .forEach(field -> item.put(field.getKey(), value(field.getValue())));
    return item;
  }

  private static AttributeValue value(JsonNode value) {
    if (value.isArray()) {
      return fromL(value.valueStream().map(AppSyncExampleIT::value).toList());
    }
    return value.isNumber() ? fromN(value.asText()) : fromS(value.asText());
  }

  @Test
  void theFunctionAnswersEachPayloadOfTheResolver() throws IOException {
    JsonNode cases = JSON.readTree(text("appsync/test/cases.json"));
    assertEquals(3, cases.size());
    for (JsonNode each : cases) {
      JsonNode payload = each.path("payload");
      if (each.has("problem")) {
        var refused = assertThrows(PageRefused.class, () -> events.answer(payload));
        assertEquals(each.path("problem"), JSON.readTree(refused.getMessage()));
      } else {
        JsonNode answer = events.answer(payload);
        assertEquals(each.at("/answer/items"), answer.path("items"));
        assertEquals(each.at("/answer/page"), answer.path("page"));
      }
    }
  }
}
