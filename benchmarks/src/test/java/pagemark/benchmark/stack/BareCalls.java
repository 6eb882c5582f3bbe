package pagemark.benchmark.stack;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/// The calls of DynamoDB that pages cannot do without, by themselves: what a page takes at least.
final class BareCalls {
  private final DynamoDbClient dynamo;
  private final Dataset data;
  private final int size;

  /// @param size the number of items that a call reads
  BareCalls(DynamoDbClient dynamo, Dataset data, int size) {
    this.dynamo = dynamo;
    this.data = data;
    this.size = size;
  }

  /// Reads neighbours with one Query.
  void query(int random) {
    requireFull(neighbours(random, size, null));
  }

  /// Reads 33 neighbours with one Query that returns those of three values, 20 on average.
  void filtered(int random) {
    if (neighbours(random, size * 5 / 3, "#rating IN (:1, :4, :5)").isEmpty()) {
      throw new IllegalStateException("no items");
    }
  }

  private List<Map<String, AttributeValue>> neighbours(
      int random, int count, @Nullable String filter) {
    int at = data.entries().get(count + random % (data.size() - count)).at();
    Map<String, String> names = new HashMap<>(Map.of("#log", "log", "#at", "at"));
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":log", fromS(Dataset.GROUP));
    values.put(":at", fromN(Integer.toString(at)));
    if (filter != null) {
      names.put("#rating", "rating");
      List.of("1", "4", "5").forEach(rating -> values.put(":" + rating, fromN(rating)));
    }
    return dynamo
        .query(
            query ->
                query
                    .tableName(Dataset.TABLE)
                    .indexName("byLog")
                    .keyConditionExpression("#log = :log AND #at <= :at")
                    .filterExpression(filter)
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values)
                    .scanIndexForward(false)
                    .limit(count))
        .items();
  }

  /// Reads items that are as far apart as those of a rare value.
  void distant(int random) {
    items(
        IntStream.range(0, size)
            .map(i -> (random % data.size() + i * Dataset.RARE_EVERY) % data.size())
            .mapToObj(i -> data.entries().get(i).id())
            .toList());
  }

  /// Reads items with one BatchGetItem.
  void items(List<String> ids) {
    List<Map<String, AttributeValue>> keys =
        ids.stream().map(id -> Map.of("id", fromS(id))).toList();
    KeysAndAttributes wanted = KeysAndAttributes.builder().keys(keys).build();
    requireFull(
        dynamo
            .batchGetItem(get -> get.requestItems(Map.of(Dataset.TABLE, wanted)))
            .responses()
            .getOrDefault(Dataset.TABLE, List.of()));
  }

  private void requireFull(List<Map<String, AttributeValue>> items) {
    if (items.size() != size) {
      throw new IllegalStateException("%d items".formatted(items.size()));
    }
  }
}
