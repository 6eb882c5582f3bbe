package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import pagemark.sync.ChangeReader.EventAttributes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Writes to a table of DynamoDB Local in batches, for tests of what comes after a write. A batch
/// takes little longer than a single write.
public record TableWrites(DynamoDbClient dynamo, String table) {
  private static final int BATCH_MAX = 25;

  /// Puts `items`, which have distinct keys.
  public void put(List<Map<String, AttributeValue>> items) {
    items.stream()
        .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
        .gather(Gatherers.windowFixed(BATCH_MAX))
        .forEach(this::send);
  }

  /// Makes the writes that `records` tell of. Writes of one key keep their order.
  public void repeat(List<DynamodbStreamRecord> records) {
    Map<Map<String, AttributeValue>, WriteRequest> batch = new LinkedHashMap<>();
    for (DynamodbStreamRecord record : records) {
      var key = EventAttributes.convert(record.getDynamodb().getKeys());
      if (batch.size() == BATCH_MAX || batch.containsKey(key)) {
        send(List.copyOf(batch.values()));
        batch.clear();
      }
      batch.put(key, write(record));
    }
    if (!batch.isEmpty()) {
      send(List.copyOf(batch.values()));
    }
  }

  private static WriteRequest write(DynamodbStreamRecord record) {
    var key = EventAttributes.convert(record.getDynamodb().getKeys());
    var image = EventAttributes.convert(record.getDynamodb().getNewImage());
    return image.isEmpty()
        ? WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build()
        : WriteRequest.builder().putRequest(put -> put.item(image)).build();
  }

  private void send(List<WriteRequest> batch) {
    var answer = dynamo.batchWriteItem(b -> b.requestItems(Map.of(table, batch)));
    assertEquals(Map.of(), answer.unprocessedItems());
  }
}
