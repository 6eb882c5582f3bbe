package pagemark.local.sample;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Writes items with BatchWriteItem, and again what DynamoDB leaves unprocessed.
///
/// @param batchesAtATime 1 writes the batches in their order
/// @param pause waits between two tries
public record ItemLoader(
    DynamoDbClient dynamo, String table, int batchesAtATime, Consumer<Duration> pause) {
  private static final int BATCH_MAX = 25;
  private static final int TRIES_MAX = 8;
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);

  /// Writes all `items`, which have distinct keys.
  ///
  /// @return how many
  /// @throws IllegalStateException where DynamoDB leaves items unprocessed time after time
  public long load(Stream<Map<String, AttributeValue>> items) {
    return items
        .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
        .gather(Gatherers.windowFixed(BATCH_MAX))
        .gather(Gatherers.mapConcurrent(batchesAtATime, this::write))
        .mapToLong(Integer::longValue)
        .sum();
  }

  private int write(List<WriteRequest> batch) {
    List<WriteRequest> left = once(batch);
    for (int tries = 1; !left.isEmpty(); tries++) {
      if (tries == TRIES_MAX) {
        throw new IllegalStateException(
            "DynamoDB left %d of %d items unprocessed, %d times in a row"
                .formatted(left.size(), batch.size(), TRIES_MAX));
      }
      pause.accept(PAUSE_MIN.multipliedBy(1L << tries));
      left = once(left);
    }
    return batch.size();
  }

  private List<WriteRequest> once(List<WriteRequest> batch) {
    return dynamo
        .batchWriteItem(b -> b.requestItems(Map.of(table, batch)))
        .unprocessedItems()
        .getOrDefault(table, List.of());
  }
}
