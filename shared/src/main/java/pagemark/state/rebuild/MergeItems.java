package pagemark.state.rebuild;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/// Stores the merge of a rebuild in the [StateTable][pagemark.state.StateTable]: one item at most.
///
/// @param kept after so long the item expires, if nobody ends the rebuild
record MergeItems(DynamoDbClient dynamo, String table, Duration kept) {

  private static Map<String, AttributeValue> key(String listing, RebuildJob.Plan plan) {
    return Map.of(
        "pk", RebuildJobItem.partition(listing), "sk", fromS("merge#" + plan.generation()));
  }

  Optional<MergePlan> read(String listing, RebuildJob.Plan plan) {
    Map<String, AttributeValue> key = key(listing, plan);
    return dynamo
        .query(
            query ->
                query
                    .tableName(table)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk AND sk = :sk")
                    .expressionAttributeValues(
                        Map.of(":pk", required(key, "pk"), ":sk", required(key, "sk"))))
        .items()
        .stream()
        .findFirst()
        .map(MergeItem::read);
  }

  void begin(String listing, RebuildJob.Plan plan, MergePlan merge) {
    Map<String, AttributeValue> item = new HashMap<>(key(listing, plan));
    item.putAll(MergeItem.write(merge));
    item.put("expires", fromN(Long.toString(plan.began().plus(kept).getEpochSecond())));
    unlessElsewhere(
        () ->
            dynamo.putItem(
                p ->
                    p.tableName(table).item(item).conditionExpression("attribute_not_exists(pk)")));
  }

  void drop(String listing, RebuildJob.Plan plan, MergePlan merge) {
    unlessElsewhere(
        () ->
            dynamo.updateItem(
                u ->
                    u.tableName(table)
                        .key(key(listing, plan))
                        .updateExpression("SET %s = :true".formatted(MergeItem.DROPPED))
                        .conditionExpression("%s = :id".formatted(MergeItem.ID))
                        .expressionAttributeValues(
                            Map.of(":id", MergeItem.id(merge), ":true", fromBool(true)))));
  }

  void end(String listing, RebuildJob.Plan plan, MergePlan merge) {
    unlessElsewhere(
        () ->
            dynamo.deleteItem(
                d ->
                    d.tableName(table)
                        .key(key(listing, plan))
                        .conditionExpression("%s = :id".formatted(MergeItem.ID))
                        .expressionAttributeValues(Map.of(":id", MergeItem.id(merge)))));
  }

  /// Another process may have come first.
  private static void unlessElsewhere(Runnable change) {
    try {
      change.run();
    } catch (ConditionalCheckFailedException e) {
      // that is fine
    }
  }

  /// Removes whatever merge there is.
  void remove(String listing, RebuildJob.Plan plan) {
    dynamo.deleteItem(d -> d.tableName(table).key(key(listing, plan)));
  }
}
