package pagemark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import pagemark.local.data.Sample;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

final class BatchWriterTest {
  private final List<Duration> pauses = new ArrayList<>();
  private final FakeDynamo dynamo = new FakeDynamo();
  private final BatchWriter writer = new BatchWriter(dynamo, "comments", pauses::add);

  @Test
  void itemsAreWrittenInBatchesOfAtMost25() {
    assertEquals(60, writer.writeAll(Sample.comments(60), 1));

    assertEquals(List.of(25, 25, 10), dynamo.batchSizes);
    assertEquals(Sample.comments(60).toList(), dynamo.written);
    assertEquals(List.of(), pauses);
  }

  @Test
  void severalBatchesMayBeWrittenAtATime() {
    assertEquals(
        1_000,
        new BatchWriter(dynamo, "comments", pauses::add).writeAll(Sample.comments(1_000), 4));

    assertEquals(1_000, dynamo.written.size());
    assertEquals(Sample.comments(1_000).collect(Collectors.toSet()), Set.copyOf(dynamo.written));
  }

  @Test
  void unprocessedItemsAreRetriedAfterAPause() {
    dynamo.acceptedAtOnce = 10;

    assertEquals(25, writer.writeAll(Sample.comments(25), 1));

    assertEquals(List.of(25, 15, 5), dynamo.batchSizes);
    assertEquals(Sample.comments(25).toList(), dynamo.written);
    assertEquals(List.of(Duration.ofMillis(100), Duration.ofMillis(200)), pauses);
  }

  @Test
  void givesUpIfTheTableAcceptsNothing() {
    dynamo.acceptedAtOnce = 0;

    var e = assertThrows(IllegalStateException.class, () -> writer.writeAll(Sample.comments(3), 1));
    String message = String.valueOf(e.getMessage());

    assertTrue(message.contains("left 3 of 3 items unprocessed, 8 times"), message);
    assertEquals(8, dynamo.batchSizes.size());
  }

  /// Takes the first few of each batch.
  private static final class FakeDynamo implements DynamoDbClient {
    private final List<Integer> batchSizes = new ArrayList<>();
    private final List<Map<String, AttributeValue>> written = new ArrayList<>();
    private int acceptedAtOnce = 25;

    @Override
    public synchronized BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      List<WriteRequest> batch = request.requestItems().getOrDefault("comments", List.of());
      int accepted = Math.min(acceptedAtOnce, batch.size());
      batchSizes.add(batch.size());
      batch.subList(0, accepted).forEach(write -> written.add(write.putRequest().item()));
      List<WriteRequest> left = batch.subList(accepted, batch.size());
      return BatchWriteItemResponse.builder()
          .unprocessedItems(left.isEmpty() ? Map.of() : Map.of("comments", left))
          .build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }
}
