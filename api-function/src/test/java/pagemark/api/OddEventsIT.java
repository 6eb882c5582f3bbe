package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pagemark.api.front.PageRefused;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;

/// Events of every front with fields that are missing, null, of a wrong type or of another front.
/// Each gets an answer, or an exception with a problem in its message.
@TakesLong(nightly = 20)
final class OddEventsIT {
  private static final int SEED = 20261126;
  private static final int EVENTS = Extent.of(500, 6_000);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> TEXTS =
      List.of(
          "",
          "GET",
          "HEAD",
          "1.0",
          "2.0",
          "/comments/x",
          "/prod/comments/x",
          "comments",
          "x",
          "%",
          "%zz",
          "\u0000",
          "\uD800",
          "prod",
          "$default",
          "ANY /shop/{proxy+}",
          "/{proxy+}",
          "a,b");

  private final Random random = new Random(SEED);
  private final Shop shop = new Shop("odd-events", Definitions.COMMENTS).open();
  private final Events events = new Events(shop.front().handler());

  @Test
  void eachHasAnAnswerOrAnExceptionWithWords() {
    System.out.println("seed " + SEED);
    List<ObjectNode> whole = Events.PAGES.keySet().stream().map(Events::file).toList();
    Map<String, Integer> outcomes = new TreeMap<>();
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> {
          for (int i = 0; i < EVENTS; i++) {
            ObjectNode event = whole.get(random.nextInt(whole.size())).deepCopy();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
              change(event, whole.get(random.nextInt(whole.size())));
            }
            outcomes.merge(outcome(event), 1, Integer::sum);
          }
        });
    System.out.println(outcomes);
    assertTrue(
        outcomes.keySet().containsAll(List.of("200", "400", "404", "thrown 400")),
        outcomes::toString);
  }

  private String outcome(ObjectNode event) {
    try {
      JsonNode answer = events.answer(event);
      if (!answer.has("statusCode")) {
        assertTrue(answer.has("items") || answer.has("facets"), event::toString);
        return "object";
      }
      int status = answer.path("statusCode").asInt();
      String body = answer.path("body").asText("");
      assertTrue(status < 500, () -> event + ": " + answer);
      assertFalse(status >= 400 && !body.isEmpty() && !body.contains("\"detail\":\""), body);
      return Integer.toString(status);
    } catch (PageRefused refused) {
      JsonNode problem = Events.parsedObject(String.valueOf(refused.getMessage()));
      assertFalse(problem.path("detail").asText().isEmpty(), problem::toString);
      return "thrown " + problem.path("status").asInt();
    }
  }

  /// Goes down to any object of the event, and changes one field of it.
  private void change(ObjectNode event, ObjectNode other) {
    ObjectNode object = event;
    while (random.nextInt(3) > 0) {
      List<JsonNode> inner = object.valueStream().filter(JsonNode::isObject).toList();
      if (inner.isEmpty()) {
        break;
      }
      object = (ObjectNode) inner.get(random.nextInt(inner.size()));
    }
    List<String> names = List.copyOf(object.propertyStream().map(Map.Entry::getKey).toList());
    String name = names.isEmpty() ? "x" : names.get(random.nextInt(names.size()));
    switch (random.nextInt(4)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(name, value(3));
      case 2 -> object.putNull(name);
      default -> {
        List<String> others = other.propertyStream().map(Map.Entry::getKey).toList();
        String taken = others.get(random.nextInt(others.size()));
        event.set(taken, other.get(taken));
      }
    }
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 7)) {
      case 0 -> NODES.numberNode(random.nextInt(5) - 1);
      case 1 -> NODES.numberNode(random.nextDouble());
      case 2 -> NODES.booleanNode(random.nextBoolean());
      case 3, 4 -> NODES.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
      case 5 -> {
        ArrayNode array = NODES.arrayNode();
        for (int i = random.nextInt(3); i > 0; i--) {
          array.add(value(depth - 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(3); i > 0; i--) {
          object.set(TEXTS.get(random.nextInt(TEXTS.size())), value(depth - 1));
        }
        yield object;
      }
    };
  }
}
