package pagemark.rebuild;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import pagemark.tree.simulation.Timeline;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// The table of sorted runs in memory. It counts capacity units, and its calls take time: a put of
/// a chunk 30 ms, a read 15 ms.
final class RunTable implements DynamoDbClient {
  private static final Duration PUT = Duration.ofMillis(30);
  private static final Duration GET = Duration.ofMillis(15);
  private static final int KILOBYTE = 1_024;
  private static final AttributeValue NOTHING = AttributeValue.fromNul(true);

  private final Timeline timeline;
  private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items =
      new HashMap<>();
  private double writeUnits;
  private double readUnits;

  RunTable(Timeline timeline) {
    this.timeline = timeline;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  double writeUnits() {
    return writeUnits;
  }

  double readUnits() {
    return readUnits;
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    timeline.sleep(PUT);
    items.put(key(request.item()), request.item());
    writeUnits += Math.ceilDiv(bytes(request.item()), KILOBYTE);
    return PutItemResponse.builder().build();
  }

  private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    return Map.of(
        "p", item.getOrDefault("p", NOTHING),
        "s", item.getOrDefault("s", NOTHING));
  }

  private static int bytes(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .mapToInt(
            e ->
                e.getKey().length()
                    + (e.getValue().b() == null ? 1 : e.getValue().b().asByteArrayUnsafe().length))
        .sum();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    timeline.sleep(GET);
    Map<String, AttributeValue> item = items.getOrDefault(key(request.key()), Map.of());
    readUnits += Math.max(1, Math.ceilDiv(bytes(item), 4 * KILOBYTE));
    return GetItemResponse.builder().item(item).build();
  }

  /// It goes without being asked.
  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    items.clear();
    throw ResourceNotFoundException.builder().build();
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
