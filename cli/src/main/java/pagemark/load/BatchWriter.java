package pagemark.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Writes items with BatchWriteItem, and again what DynamoDB leaves unprocessed.
///
/// @param pause waits between two tries
public record BatchWriter(DynamoDbClient dynamo, String table, Consumer<Duration> pause) {
  /// The most items in one batch.
  public static final int BATCH_MAX = 25;

  private static final int TRIES_MAX = 8;
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);

  /// Writes 1 to 25 items of distinct keys.
  ///
  /// @return how many
  /// @throws IllegalStateException where DynamoDB leaves items unprocessed time after time
  /// @throws software.amazon.awssdk.core.exception.SdkException where it refuses the batch, or
  ///   cannot be asked
  public int write(List<Map<String, AttributeValue>> items) {
    List<WriteRequest> left = once(items.stream().map(BatchWriter::put).toList());
    for (int tries = 1; !left.isEmpty(); tries++) {
      if (tries == TRIES_MAX) {
        throw new IllegalStateException(
            "DynamoDB left %d of %d items unprocessed, %d times in a row"
                .formatted(left.size(), items.size(), TRIES_MAX));
      }
      pause.accept(PAUSE_MIN.multipliedBy(1L << tries));
      left = once(left);
    }
    return items.size();
  }

  private static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  private List<WriteRequest> once(List<WriteRequest> batch) {
    return dynamo
        .batchWriteItem(b -> b.requestItems(Map.of(table, batch)))
        .unprocessedItems()
        .getOrDefault(table, List.of());
  }
}
