package pagemark.local.sample;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import pagemark.load.BatchWriter;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes generated items.
///
/// @param batchesAtATime 1 writes the batches in their order
/// @param pause waits between two tries
public record ItemLoader(
    DynamoDbClient dynamo, String table, int batchesAtATime, Consumer<Duration> pause) {
  /// Writes all `items`, which have distinct keys.
  ///
  /// @return how many
  /// @throws IllegalStateException where DynamoDB leaves items unprocessed time after time
  public long load(Stream<Map<String, AttributeValue>> items) {
    BatchWriter writer = new BatchWriter(dynamo, table, pause);
    return items
        .gather(Gatherers.windowFixed(BatchWriter.BATCH_MAX))
        .gather(Gatherers.mapConcurrent(batchesAtATime, writer::write))
        .mapToLong(Integer::longValue)
        .sum();
  }
}
