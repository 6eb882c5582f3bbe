package pagemark.dynamodb.request;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.ItemCodec;
import pagemark.dynamodb.request.Calls.BusyException;
import pagemark.dynamodb.request.Request.Delete;
import pagemark.dynamodb.request.Request.Exchange;
import pagemark.dynamodb.request.Request.Put;
import pagemark.dynamodb.request.Request.Tell;
import pagemark.dynamodb.request.Request.Transaction;
import pagemark.dynamodb.request.Request.Write;
import pagemark.index.IndexException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/// Makes conditional writes. One that is refused tells what the item is.
record WriteCalls(Calls calls, TableNames tables, @Nullable CapacityCounter counter) {
  private static final Answer.Done DONE = new Answer.Done(null);
  private static final Answer.Busy BUSY = new Answer.Busy();
  private static final ReturnValuesOnConditionCheckFailure ITEM =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  /// The reasons of a canceled transaction that may succeed later.
  private static final Set<String> PASSING =
      Set.of(
          "TransactionConflict",
          "ThrottlingError",
          "ProvisionedThroughputExceeded",
          "RequestLimitExceeded");

  Answer write(Write write) {
    try {
      return switch (write) {
        case Put put -> put(put);
        case Delete delete -> delete(delete);
        case Tell tell -> new Answer.Done(update(tell));
        case Exchange exchange -> {
          update(exchange);
          yield DONE;
        }
      };
    } catch (ConditionalCheckFailedException e) {
      countRefusal();
      return new Answer.Refused(
          e.hasItem() && !e.item().isEmpty() ? ItemCodec.decode(e.item()) : null);
    } catch (BusyException e) {
      return BUSY;
    }
  }

  private Answer put(Put put) {
    Terms terms = Terms.of(put);
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(table(put))
            .item(ItemCodec.encode(put.node(), put.item()))
            .conditionExpression(terms.condition())
            .expressionAttributeValues(terms.values())
            .returnValuesOnConditionCheckFailure(ITEM)
            .returnConsumedCapacity(capacity())
            .build();
    PutItemResponse response = calls.attempt(table(put), dynamo -> dynamo.putItem(request));
    if (counter != null) {
      counter.written(response.consumedCapacity());
    }
    return DONE;
  }

  private Answer delete(Delete delete) {
    Terms terms = Terms.of(delete);
    DeleteItemRequest request =
        DeleteItemRequest.builder()
            .tableName(table(delete))
            .key(key(delete))
            .conditionExpression(terms.condition())
            .expressionAttributeValues(terms.values())
            .returnValuesOnConditionCheckFailure(ITEM)
            .returnConsumedCapacity(capacity())
            .build();
    DeleteItemResponse response =
        calls.attempt(table(delete), dynamo -> dynamo.deleteItem(request));
    if (counter != null) {
      counter.written(response.consumedCapacity());
    }
    return DONE;
  }

  private Counts update(Write write) {
    Terms terms = Terms.of(write);
    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(table(write))
            .key(key(write))
            .updateExpression(terms.update())
            .conditionExpression(terms.condition())
            .expressionAttributeNames(terms.names())
            .expressionAttributeValues(terms.values())
            .returnValues(ReturnValue.ALL_NEW)
            .returnValuesOnConditionCheckFailure(ITEM)
            .returnConsumedCapacity(capacity())
            .build();
    UpdateItemResponse response = calls.attempt(table(write), dynamo -> dynamo.updateItem(request));
    if (counter != null) {
      counter.written(response.consumedCapacity());
    }
    return (Counts) ItemCodec.decode(response.attributes());
  }

  /// Makes all writes or none. Its token lets the client repeat it: DynamoDB does it once.
  Answer transact(Transaction transaction) {
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
    Terms terms = Terms.of(write);
    TransactWriteItem.Builder action = TransactWriteItem.builder();
    switch (write) {
      case Put put ->
          action.put(
              a ->
                  a.tableName(table(put))
                      .item(ItemCodec.encode(put.node(), put.item()))
                      .conditionExpression(terms.condition())
                      .expressionAttributeValues(terms.values()));
      case Delete delete ->
          action.delete(
              a ->
                  a.tableName(table(delete))
                      .key(key(delete))
                      .conditionExpression(terms.condition())
                      .expressionAttributeValues(terms.values()));
      case Tell _, Exchange _ ->
          action.update(
              a ->
                  a.tableName(table(write))
                      .key(key(write))
                      .updateExpression(terms.update())
                      .conditionExpression(terms.condition())
                      .expressionAttributeNames(terms.names())
                      .expressionAttributeValues(terms.values()));
    }
    return action.build();
  }

  private static Answer canceled(TransactionCanceledException e) {
    List<String> codes =
        e.cancellationReasons().stream()
            .map(CancellationReason::code)
            .filter(code -> !"None".equals(code))
            .toList();
    if (codes.contains("ConditionalCheckFailed")) {
      return new Answer.Refused(null);
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
