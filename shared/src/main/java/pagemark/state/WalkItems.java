package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stores the positions of walks in the [StateTable], one for each listing. They expire after a
/// day.
public final class WalkItems implements Walks {
  private static final Duration KEPT = Duration.ofDays(1);

  private final DynamoDbClient dynamo;
  private final String table;

  public WalkItems(DynamoDbClient dynamo, String table) {
    this.dynamo = dynamo;
    this.table = table;
  }

  private static String partition(String listing) {
    return "walk#" + listing;
  }

  @Override
  public Optional<WalkPosition> last(String listing) {
    return dynamo
        .query(
            query ->
                query
                    .tableName(table)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", fromS(partition(listing)))))
        .items()
        .stream()
        .findFirst()
        .map(item -> position(listing, item));
  }

  private static WalkPosition position(String listing, Map<String, AttributeValue> item) {
    return new WalkPosition(
        listing,
        StateItems.required(item, "generation").s(),
        StateItems.required(item, "position").s(),
        StateItems.instant(StateItems.required(item, "at")));
  }

  @Override
  public void keep(WalkPosition position) {
    Map<String, AttributeValue> item =
        Map.of(
            "pk", fromS(partition(position.listing())),
            "sk", fromS("fences"),
            "generation", fromS(position.generation()),
            "position", fromS(position.position()),
            "at", StateItems.millis(position.at()),
            "expires", fromN(Long.toString(position.at().plus(KEPT).getEpochSecond())));
    dynamo.putItem(put -> put.tableName(table).item(item));
  }
}
