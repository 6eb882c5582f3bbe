package pagemark.local.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pagemark.load.ItemReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A DynamoDB update that sets attributes and removes others.
///
/// @param expression such as `SET #a0 = :a0 REMOVE #a1`; empty if there is nothing to change
record UpdateExpression(
    String expression, Map<String, String> names, Map<String, AttributeValue> values) {

  /// Sets the attributes of `read`, and removes those of `shown` that it lacks. The key stays.
  static UpdateExpression of(ItemReader.Read read, List<String> shown) {
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    List<String> set = new ArrayList<>();
    List<String> remove = new ArrayList<>();
    for (Map.Entry<String, AttributeValue> attribute : read.item().entrySet()) {
      if (!read.key().containsKey(attribute.getKey())) {
        String name = "a" + names.size();
        names.put("#" + name, attribute.getKey());
        values.put(":" + name, attribute.getValue());
        set.add("#%s = :%s".formatted(name, name));
      }
    }
    for (String attribute : shown) {
      if (!read.item().containsKey(attribute)) {
        String name = "#a" + names.size();
        names.put(name, attribute);
        remove.add(name);
      }
    }
    return new UpdateExpression(
        (clause("SET", set) + clause("REMOVE", remove)).strip(), names, values);
  }

  private static String clause(String word, List<String> parts) {
    return parts.isEmpty() ? "" : word + " " + String.join(", ", parts) + " ";
  }

  boolean isEmpty() {
    return expression.isEmpty();
  }
}
