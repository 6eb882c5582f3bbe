package pagemark.dynamodb.request;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
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
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/// Makes conditional writes. One that is refused tells what the item is.
record ConditionalWrites(Calls calls, TableNames tables) {
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
      switch (write) {
        case Put put -> put(put);
        case Delete delete -> delete(delete);
        case ReplaceChildren replace -> update(replace);
        case RaiseTallies raise -> {
          return new NodeAnswer.Done((InnerCounts) ItemCodec.decode(update(raise).attributes()));
        }
      }
      return DONE;
    } catch (ConditionalCheckFailedException e) {
      return new NodeAnswer.Refused(
          e.hasItem() && !e.item().isEmpty() ? ItemCodec.decode(e.item()) : null);
    } catch (BusyException e) {
      return BUSY;
    }
  }

  private void put(Put put) {
    WriteExpressions expressions = WriteExpressions.of(put);
    calls.attempt(
        table(put),
        dynamo ->
            dynamo.putItem(
                p ->
                    p.tableName(table(put))
                        .item(ItemCodec.encode(put.node(), put.item()))
                        .conditionExpression(expressions.condition())
                        .expressionAttributeValues(expressions.values())
                        .returnValuesOnConditionCheckFailure(ITEM)));
  }

  private void delete(Delete delete) {
    WriteExpressions expressions = WriteExpressions.of(delete);
    calls.attempt(
        table(delete),
        dynamo ->
            dynamo.deleteItem(
                d ->
                    d.tableName(table(delete))
                        .key(key(delete))
                        .conditionExpression(expressions.condition())
                        .expressionAttributeValues(expressions.values())
                        .returnValuesOnConditionCheckFailure(ITEM)));
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
                        .returnValuesOnConditionCheckFailure(ITEM)));
  }

  /// Makes all writes or none. Its token lets the client repeat it: DynamoDB does it once.
  NodeAnswer transact(Transaction transaction) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(transaction.writes().stream().map(this::action).toList())
            .clientRequestToken(UUID.randomUUID().toString())
            .build();
    try {
      calls.attempt(
          table(transaction.writes().getFirst()), dynamo -> dynamo.transactWriteItems(request));
      return DONE;
    } catch (TransactionCanceledException e) {
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
}
