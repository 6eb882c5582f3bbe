package pagemark.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of one BatchWriteItem. DynamoDB refuses a batch that has a key twice, so the keys are
/// distinct: if two lines have one key, the later line replaces the earlier one.
final class Batch {
  /// An item and the number of its line.
  record Numbered(long line, Map<String, AttributeValue> item) {}

  private final Map<Map<String, AttributeValue>, Numbered> byKey = new LinkedHashMap<>();
  private int lines;

  void add(Map<String, AttributeValue> key, Numbered item) {
    byKey.put(key, item);
    lines++;
  }

  boolean isFull() {
    return byKey.size() == BatchWriter.BATCH_MAX;
  }

  /// The number of lines, including those that a later line has replaced.
  int lines() {
    return lines;
  }

  Set<Map<String, AttributeValue>> keys() {
    return byKey.keySet();
  }

  List<Numbered> items() {
    return new ArrayList<>(byKey.values());
  }
}
