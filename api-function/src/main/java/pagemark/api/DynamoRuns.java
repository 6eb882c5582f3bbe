package pagemark.api;

import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.api.TableReader.Run;
import pagemark.api.TableReader.RunQuery;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Reads partitions of a listing from DynamoDB, in the order of their sort values. The client's own
/// retries apply, also to throttled calls.
record DynamoRuns(DynamoDbClient dynamo, Listing listing) {
  private static final String PARTITION = "#partition = :partition";
  private static final String FROM = PARTITION + " AND #sort >= :low";
  private static final String TO = PARTITION + " AND #sort <= :high";
  private static final String RANGE = PARTITION + " AND #sort BETWEEN :low AND :high";

  /// Sends all queries in parallel. Returns their results in the same order.
  List<Run> of(List<RunQuery> queries) {
    return ParallelCalls.all(
        queries.stream().<Supplier<Run>>map(query -> () -> of(query)).toList());
  }

  private Run of(RunQuery query) {
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":partition", query.partition()));
    putIfGiven(values, ":low", query.low());
    putIfGiven(values, ":high", query.high());
    AttributeNames names = AttributeNames.ofRun(listing, query.access(), values.size() > 1);
    QueryRequest request =
        QueryRequest.builder()
            .tableName(listing.definition().table())
            .indexName(query.access().index())
            .keyConditionExpression(condition(query))
            .expressionAttributeNames(names.byPlaceholder())
            .expressionAttributeValues(values)
            .projectionExpression(names.projection())
            .scanIndexForward(query.order() == Order.ASCENDING)
            .limit(query.limit())
            .exclusiveStartKey(query.start().isEmpty() ? null : query.start())
            .returnConsumedCapacity(TOTAL)
            .build();
    QueryResponse response = dynamo.query(request);
    TableRead read = new TableRead(response.items(), 1, units(response.consumedCapacity()));
    return new Run(read, response.lastEvaluatedKey());
  }

  private static void putIfGiven(
      Map<String, AttributeValue> values, String name, @Nullable AttributeValue value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  private static String condition(RunQuery query) {
    if (query.low() == null) {
      return query.high() == null ? PARTITION : TO;
    }
    return query.high() == null ? FROM : RANGE;
  }

  private static double units(@Nullable ConsumedCapacity capacity) {
    return capacity == null || capacity.capacityUnits() == null ? 0 : capacity.capacityUnits();
  }
}
