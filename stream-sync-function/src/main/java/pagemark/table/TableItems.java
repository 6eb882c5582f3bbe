package pagemark.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/// Reads single items of the followed table.
public interface TableItems {
  /// Reads items as they are now: the answer includes every write that was made before the call.
  ///
  /// @param keys the items' key attributes, at most 100
  /// @return the items that exist, by their keys
  Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys);

  /// Reads items with BatchGetItem and ConsistentRead. Keys that an answer leaves unprocessed,
  /// because it reached 16 MB or DynamoDB throttled it, are requested again. The client's timeout
  /// applies to each call.
  ///
  /// @param table the table's name
  record ConsistentItems(DynamoDbClient dynamo, String table) implements TableItems {
    /// An answer with unprocessed keys has at least one item unless DynamoDB throttles.
    private static final int EMPTY_ANSWERS_MAX = 3;

    @Override
    public Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
        Collection<Map<String, AttributeValue>> keys) {
      Map<Map<String, AttributeValue>, Map<String, AttributeValue>> found = new HashMap<>();
      List<Map<String, AttributeValue>> open = List.copyOf(Set.copyOf(keys));
      int emptyAnswers = 0;
      while (!open.isEmpty()) {
        BatchGetItemResponse response = get(open);
        List<Map<String, AttributeValue>> items =
            response.responses().getOrDefault(table, List.of());
        Set<String> names = open.getFirst().keySet();
        items.forEach(item -> found.put(key(item, names), item));
        emptyAnswers = items.isEmpty() ? emptyAnswers + 1 : 0;
        open =
            response.hasUnprocessedKeys() && response.unprocessedKeys().containsKey(table)
                ? response.unprocessedKeys().get(table).keys()
                : List.of();
        if (!open.isEmpty() && emptyAnswers == EMPTY_ANSWERS_MAX) {
          throw SdkClientException.create(
              "DynamoDB left %d keys unprocessed, %d times in a row"
                  .formatted(open.size(), EMPTY_ANSWERS_MAX));
        }
      }
      return found;
    }

    private BatchGetItemResponse get(List<Map<String, AttributeValue>> keys) {
      KeysAndAttributes request =
          KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
      return dynamo.batchGetItem(b -> b.requestItems(Map.of(table, request)));
    }

    private static Map<String, AttributeValue> key(
        Map<String, AttributeValue> item, Set<String> names) {
      return item.entrySet().stream()
          .filter(field -> names.contains(field.getKey()))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
  }
}
