package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/// Stores in the [StateTable] who sweeps. A claim and a release cost a write unit each.
///
/// @param table the name of the state table
public record SweepItems(DynamoDbClient dynamo, String table) implements SweepLeases {
  private static final Duration KEPT = Duration.ofDays(1);
  private static final Map<String, String> OWNER = Map.of("#owner", "owner");

  private static Map<String, AttributeValue> key(String order) {
    return Map.of("pk", fromS("sweep#" + order), "sk", fromS("lease"));
  }

  @Override
  public boolean claim(String order, String owner, Instant now, Instant until) {
    try {
      dynamo.updateItem(
          u ->
              u.tableName(table)
                  .key(key(order))
                  .updateExpression("SET #owner = :owner, ends = :until, expires = :expires")
                  .conditionExpression("attribute_not_exists(pk) OR #owner = :owner OR ends < :now")
                  .expressionAttributeNames(OWNER)
                  .expressionAttributeValues(
                      Map.of(
                          ":owner", fromS(owner),
                          ":now", StateItems.millis(now),
                          ":until", StateItems.millis(until),
                          ":expires", fromN(Long.toString(until.plus(KEPT).getEpochSecond())))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  @Override
  public void release(String order, String owner) {
    try {
      dynamo.deleteItem(
          d ->
              d.tableName(table)
                  .key(key(order))
                  .conditionExpression("#owner = :owner")
                  .expressionAttributeNames(OWNER)
                  .expressionAttributeValues(Map.of(":owner", fromS(owner))));
    } catch (ConditionalCheckFailedException e) {
      // another owner has it
    }
  }
}
