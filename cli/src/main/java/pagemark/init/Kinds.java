package pagemark.init;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Finds the kinds of items that a single-table design keeps in one table.
final class Kinds {
  private static final int KINDS_MAX = 6;

  private Kinds() {}

  /// The beginnings of an attribute up to `#`, such as `ORDER#`; a text without one is its own.
  /// Empty if they tell no kinds.
  static List<String> of(List<Map<String, AttributeValue>> items, String attribute) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      String text = item.getOrDefault(attribute, AttributeValue.fromS("")).s();
      counts.merge(text == null ? "" : text.replaceFirst("(?s)#.*", "#"), 1, Integer::sum);
    }
    boolean areKinds =
        counts.size() > 1
            && counts.size() <= KINDS_MAX
            && counts.keySet().stream().anyMatch(kind -> kind.endsWith("#"));
    return areKinds ? List.copyOf(counts.keySet()) : List.of();
  }

  /// The beginning up to `#` that all values of an attribute share; empty if there is none.
  static String shared(List<Map<String, AttributeValue>> items, String attribute) {
    List<String> beginnings =
        items.stream()
            .map(item -> item.getOrDefault(attribute, AttributeValue.fromS("")).s())
            .map(text -> text == null || !text.contains("#") ? "" : text.split("#", 2)[0] + "#")
            .distinct()
            .toList();
    return beginnings.size() == 1 ? beginnings.getFirst() : "";
  }
}
