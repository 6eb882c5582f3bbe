package pagemark.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Writes items with BatchWriteItem, and retries those that DynamoDB leaves unprocessed: 8 tries,
/// with pauses that double from 100 ms.
///
/// @param pause waits between two tries
public record BatchWriter(DynamoDbClient dynamo, String table, Consumer<Duration> pause) {
  /// The most items in one batch.
  static final int BATCH_MAX = 25;

  private static final int TRIES_MAX = 8;
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);

  /// Writes all `items`, which must have distinct keys.
  ///
  /// @param batchesAtATime how many batches are written in parallel; 1 keeps their order
  /// @return how many were written
  /// @throws IllegalStateException as [#write]
  public long writeAll(Stream<Map<String, AttributeValue>> items, int batchesAtATime) {
    return items
        .gather(Gatherers.windowFixed(BATCH_MAX))
        .gather(Gatherers.mapConcurrent(batchesAtATime, this::write))
        .mapToLong(Integer::longValue)
        .sum();
  }

  /// Writes 1 to 25 items of distinct keys.
  ///
  /// @return how many were written
  /// @throws IllegalStateException if DynamoDB still leaves items unprocessed at the last try
  /// @throws software.amazon.awssdk.core.exception.SdkException if it refuses the batch, or does
  ///   not answer
  int write(List<Map<String, AttributeValue>> items) {
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
