package pagemark.dynamodb.request;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.request.Calls.BusyException;
import pagemark.index.IndexException;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest.Delete;
import pagemark.tree.request.NodeRequest.Put;
import pagemark.tree.request.NodeRequest.RaiseTallies;
import pagemark.tree.request.NodeRequest.ReplaceChildren;
import pagemark.tree.request.NodeRequest.Transaction;
import pagemark.tree.request.NodeRequest.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/// Makes conditional writes. One that is refused tells what the item is.
record ConditionalWrites(Calls calls, TableNames tables, @Nullable CapacityCounter counter) {
  private static final NodeAnswer.Done DONE = new NodeAnswer.Done(null);
  private static final NodeAnswer.Busy BUSY = new NodeAnswer.Busy();
  private static final ReturnValuesOnConditionCheckFailure ITEM =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  /// The reasons of a canceled transaction that may succeed later.
  private static final Set<String> PASSING =
      Set.of(
          "TransactionConflict",
          "ThrottlingError",
          "ProvisionedThroughputExceeded",
          "RequestLimitExceeded");

  NodeAnswer write(Write write) {
    try {
      return switch (write) {
        case Put put -> done(put(put).consumedCapacity());
        case Delete delete -> done(delete(delete).consumedCapacity());
        case ReplaceChildren replace -> done(update(replace).consumedCapacity());
        case RaiseTallies raise -> {
          UpdateItemResponse response = update(raise);
          done(response.consumedCapacity());
          yield new NodeAnswer.Done((InnerCounts) ItemCodec.decode(response.attributes()));
        }
      };
    } catch (ConditionalCheckFailedException e) {
      countRefusal();
      return new NodeAnswer.Refused(
          e.hasItem() && !e.item().isEmpty() ? ItemCodec.decode(e.item()) : null);
    } catch (BusyException e) {
      return BUSY;
    }
  }

  private NodeAnswer done(@Nullable ConsumedCapacity consumed) {
    if (counter != null) {
      counter.written(consumed);
    }
    return DONE;
  }

  private PutItemResponse put(Put put) {
    WriteExpressions expressions = WriteExpressions.of(put);
    return calls.attempt(
        table(put),
        dynamo ->
            dynamo.putItem(
                p ->
                    p.tableName(table(put))
                        .item(ItemCodec.encode(put.node(), put.item()))
                        .conditionExpression(expressions.condition())
                        .expressionAttributeValues(expressions.values())
                        .returnValuesOnConditionCheckFailure(ITEM)
                        .returnConsumedCapacity(capacity())));
  }

  private DeleteItemResponse delete(Delete delete) {
    WriteExpressions expressions = WriteExpressions.of(delete);
    return calls.attempt(
        table(delete),
        dynamo ->
            dynamo.deleteItem(
                d ->
                    d.tableName(table(delete))
                        .key(key(delete))
                        .conditionExpression(expressions.condition())
                        .expressionAttributeValues(expressions.values())
                        .returnValuesOnConditionCheckFailure(ITEM)
                        .returnConsumedCapacity(capacity())));
  }

  private UpdateItemResponse update(Write write) {
    WriteExpressions expressions = WriteExpressions.of(write);
    return calls.attempt(
        table(write),
        dynamo ->
            dynamo.updateItem(
                u ->
                    u.tableName(table(write))
                        .key(key(write))
                        .updateExpression(expressions.update())
                        .conditionExpression(expressions.condition())
                        .expressionAttributeNames(expressions.names())
                        .expressionAttributeValues(expressions.values())
                        .returnValues(ReturnValue.ALL_NEW)
                        .returnValuesOnConditionCheckFailure(ITEM)
                        .returnConsumedCapacity(capacity())));
  }

  /// Makes all writes or none. Its token lets the client repeat it: DynamoDB does it once.
  NodeAnswer transact(Transaction transaction) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(transaction.writes().stream().map(this::action).toList())
            .clientRequestToken(UUID.randomUUID().toString())
            .returnConsumedCapacity(capacity())
            .build();
    try {
      TransactWriteItemsResponse response =
          calls.attempt(
              table(transaction.writes().getFirst()), dynamo -> dynamo.transactWriteItems(request));
      if (counter != null) {
        counter.written(response.consumedCapacity());
      }
      return DONE;
    } catch (TransactionCanceledException e) {
      countRefusal();
      return canceled(e);
    } catch (BusyException e) {
      return BUSY;
    }
  }

  private TransactWriteItem action(Write write) {
    WriteExpressions expressions = WriteExpressions.of(write);
    TransactWriteItem.Builder action = TransactWriteItem.builder();
    switch (write) {
      case Put put ->
          action.put(
              a ->
                  a.tableName(table(put))
                      .item(ItemCodec.encode(put.node(), put.item()))
                      .conditionExpression(expressions.condition())
                      .expressionAttributeValues(expressions.values()));
      case Delete delete ->
          action.delete(
              a ->
                  a.tableName(table(delete))
                      .key(key(delete))
                      .conditionExpression(expressions.condition())
                      .expressionAttributeValues(expressions.values()));
      case RaiseTallies _, ReplaceChildren _ ->
          action.update(
              a ->
                  a.tableName(table(write))
                      .key(key(write))
                      .updateExpression(expressions.update())
                      .conditionExpression(expressions.condition())
                      .expressionAttributeNames(expressions.names())
                      .expressionAttributeValues(expressions.values()));
    }
    return action.build();
  }

  private static NodeAnswer canceled(TransactionCanceledException e) {
    List<String> codes =
        e.cancellationReasons().stream()
            .map(CancellationReason::code)
            .filter(code -> !"None".equals(code))
            .toList();
    if (codes.contains("ConditionalCheckFailed")) {
      return new NodeAnswer.Refused(null);
    }
    if (codes.stream().allMatch(PASSING::contains)) {
      return BUSY;
    }
    throw new IndexException.Unavailable(
        "DynamoDB refuses a transaction: " + String.join(", ", codes), e);
  }

  private String table(Write write) {
    return tables.table(write.node().generation());
  }

  private static Map<String, AttributeValue> key(Write write) {
    return ItemCodec.key(write.node(), write.name());
  }

  private void countRefusal() {
    if (counter != null) {
      counter.refused();
    }
  }

  private ReturnConsumedCapacity capacity() {
    return counter == null ? ReturnConsumedCapacity.NONE : ReturnConsumedCapacity.TOTAL;
  }
}
