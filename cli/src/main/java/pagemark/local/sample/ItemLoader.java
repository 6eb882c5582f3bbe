package pagemark.local.sample;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import pagemark.load.BatchWriter;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes generated items to a table.
///
/// @param batchesAtATime how many batches are written in parallel; 1 keeps their order
/// @param pause waits between two tries
public record ItemLoader(
    DynamoDbClient dynamo, String table, int batchesAtATime, Consumer<Duration> pause) {
  /// Writes all `items`, which must have distinct keys.
  ///
  /// @return how many were written
  /// @throws IllegalStateException if DynamoDB leaves items unprocessed at every try
  public long load(Stream<Map<String, AttributeValue>> items) {
    BatchWriter writer = new BatchWriter(dynamo, table, pause);
    return items
        .gather(Gatherers.windowFixed(BatchWriter.BATCH_MAX))
        .gather(Gatherers.mapConcurrent(batchesAtATime, writer::write))
        .mapToLong(Integer::longValue)
        .sum();
  }
}
