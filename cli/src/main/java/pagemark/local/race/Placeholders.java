package pagemark.local.race;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import pagemark.key.AttributePath;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The names and values that the expressions of one request stand for.
///
/// @param names by placeholder
/// @param values by placeholder
record Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
  Placeholders() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /// The placeholder of an attribute, the same for the same one.
  String name(String attribute) {
    for (Map.Entry<String, String> known : names.entrySet()) {
      if (known.getValue().equals(attribute)) {
        return known.getKey();
      }
    }
    String placeholder = "#n" + names.size();
    names.put(placeholder, attribute);
    return placeholder;
  }

  String path(AttributePath path) {
    return path.names().stream().map(this::name).collect(Collectors.joining("."));
  }

  String value(AttributeValue value) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }
}
