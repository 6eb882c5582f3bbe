package pagemark.proof;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item in one line, alike for an item of the table and the same item of a page: its attributes
/// by name, each as JSON.
final class ItemText {
  private ItemText() {}

  static String of(Map<String, AttributeValue> item) {
    return new TreeMap<>(item)
        .entrySet().stream()
            .map(attribute -> attribute.getKey() + "=" + json(attribute.getValue()))
            .collect(joining(" "));
  }

  static String of(JsonNode item) {
    Map<String, String> texts = new TreeMap<>();
    item.properties().forEach(field -> texts.put(field.getKey(), field.getValue().toString()));
    return texts.entrySet().stream()
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(joining(" "));
  }

  private static String json(AttributeValue value) {
    return switch (value.type()) {
      case S -> TextNode.valueOf(value.s()).toString();
      case N -> value.n();
      case BOOL -> value.bool().toString();
      case L -> value.l().stream().map(ItemText::json).collect(joining(",", "[", "]"));
      default -> throw new IllegalArgumentException("no proof has such attributes: " + value);
    };
  }
}
