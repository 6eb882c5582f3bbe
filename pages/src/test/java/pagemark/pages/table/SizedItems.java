package pagemark.pages.table;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import pagemark.pages.ListedTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/// Items of given sizes, with the size in thousand bytes in their keys (`40-007`), and answers of
/// BatchGetItem that leave some of them.
final class SizedItems {
  private static final double BATCH_BYTES_MAX = 1_048_576;

  private SizedItems() {}

  /// Items a minute apart. The attribute that makes them large is not shown.
  static Map<String, AttributeValue> item(String group, int kilobytes, int i) {
    String at = "2024-05-01 %02d:%02d".formatted(i / 60, i % 60);
    Map<String, AttributeValue> item =
        new HashMap<>(ListedTable.comment(key(kilobytes, i), group, at));
    item.put("text", fromS("x".repeat(1_000 * kilobytes - 80)));
    return item;
  }

  private static String key(int kilobytes, int i) {
    return "%d-%03d".formatted(kilobytes, i);
  }

  static List<String> keys(int kilobytes, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> key(kilobytes, i)).toList();
  }

  /// Leaves the keys that DynamoDB may leave if a call passes 1 MB.
  static BatchGetItemResponse cut(BatchGetItemResponse response) {
    Set<String> kept = new HashSet<>();
    double bytes = 0;
    for (String key : keys(items(response)).stream().sorted().toList()) {
      bytes += bytes(key);
      if (bytes <= BATCH_BYTES_MAX) {
        kept.add(key);
      }
    }
    return keeping(response, kept);
  }

  private static List<Map<String, AttributeValue>> items(BatchGetItemResponse response) {
    return response.responses().values().iterator().next();
  }

  private static String table(BatchGetItemResponse response) {
    return response.responses().keySet().iterator().next();
  }

  private static double bytes(String key) {
    return 1_000.0 * Integer.parseInt(key.substring(0, key.indexOf('-')));
  }

  private static List<String> keys(List<Map<String, AttributeValue>> items) {
    return items.stream().map(item -> ListedTable.text(item, "PK")).toList();
  }

  /// Changes an answer as if DynamoDB had read these items only.
  private static BatchGetItemResponse keeping(BatchGetItemResponse response, Set<String> kept) {
    String table = table(response);
    List<Map<String, AttributeValue>> items = items(response);
    List<Map<String, AttributeValue>> left =
        keys(items).stream()
            .filter(key -> !kept.contains(key))
            .<Map<String, AttributeValue>>map(key -> Map.of("PK", fromS(key)))
            .toList();
    if (left.isEmpty()) {
      return response;
    }
    double all = keys(items).stream().mapToDouble(SizedItems::bytes).sum();
    double share = kept.stream().mapToDouble(SizedItems::bytes).sum() / all;
    double units = response.consumedCapacity().getFirst().capacityUnits() * share;
    return response.toBuilder()
        .responses(
            Map.of(
                table,
                items.stream()
                    .filter(item -> kept.contains(ListedTable.text(item, "PK")))
                    .toList()))
        .unprocessedKeys(Map.of(table, KeysAndAttributes.builder().keys(left).build()))
        .consumedCapacity(ConsumedCapacity.builder().tableName(table).capacityUnits(units).build())
        .build();
  }
}
