package pagemark.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a table, by their keys.
public record InMemoryItems(Map<Map<String, AttributeValue>, Map<String, AttributeValue>> byKey)
    implements TableItems {
  private static final int KEYS_MAX = 100;

  public InMemoryItems() {
    this(new HashMap<>());
  }

  @Override
  public Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    if (keys.size() > KEYS_MAX) {
      throw new IllegalArgumentException(keys.size() + " keys; valid: up to " + KEYS_MAX);
    }
    var read = new HashMap<>(byKey);
    read.keySet().retainAll(keys);
    return read;
  }

  /// Scans the table: segment 0 has all items on one page.
  public TableScan scan() {
    return (segment, _, _) ->
        new TableScan.Page(segment == 0 ? List.copyOf(byKey.values()) : List.of(), Map.of());
  }
}
