package pagemark.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts the values of a sample by their attributes, for guesses.
final class SampledValues {
  private SampledValues() {}

  /// The values of each attribute, by its name, without NULL.
  ///
  /// @param without attributes to leave out
  static SortedMap<String, List<AttributeValue>> byAttribute(
      List<Map<String, AttributeValue>> items, Set<String> without) {
    SortedMap<String, List<AttributeValue>> values = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      item.forEach(
          (name, value) -> {
            if (value.type() != AttributeValue.Type.NUL) {
              values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            }
          });
    }
    values.keySet().removeAll(without);
    return values;
  }
}
