package pagemark.api;

import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import pagemark.api.FetchPlan.BatchGet;
import pagemark.api.FetchPlan.RangeQuery;
import pagemark.api.FetchPlan.Ranges;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Reads items from DynamoDB.
final class DynamoTableReader implements TableReader {
  private static final String GROUP = "#group = :group";
  private static final String FROM = GROUP + " AND #sort >= :low";
  private static final String TO = GROUP + " AND #sort <= :high";

  /// Without a start key: inside a tie it would begin at an arbitrary place.
  private static final String RANGE = GROUP + " AND #sort BETWEEN :low AND :high";

  /// The first call and those for the keys that it left unprocessed.
  private static final int BATCH_CALLS_MAX = 4;

  private final DynamoDbClient dynamo;

  DynamoTableReader(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  @Override
  public TableRead read(Listing listing, FetchPlan plan) {
    return switch (plan) {
      case Ranges(var parts) when parts.size() == 1 -> query(listing, parts.getFirst());
      case Ranges(var parts) -> queryAll(listing, parts);
      case BatchGet batch -> batchGet(listing, batch);
    };
  }

  private TableRead queryAll(Listing listing, List<RangeQuery> parts) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<TableRead>> reads =
          parts.stream().map(part -> threads.submit(() -> query(listing, part))).toList();
      return reads.stream().map(DynamoTableReader::result).reduce(TableRead::plus).orElseThrow();
    }
  }

  private static TableRead result(Future<TableRead> read) {
    try {
      return read.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private TableRead query(Listing listing, RangeQuery range) {
    AttributeNames names = AttributeNames.ofQuery(listing);
    QueryRequest request =
        QueryRequest.builder()
            .tableName(listing.definition().table())
            .indexName(listing.gsi())
            .keyConditionExpression(RANGE)
            .expressionAttributeNames(names.byPlaceholder())
            .expressionAttributeValues(
                Map.of(":group", range.group(), ":low", range.low(), ":high", range.high()))
            .projectionExpression(names.projection())
            .scanIndexForward(range.order() == Order.ASCENDING)
            .limit(range.limit())
            .returnConsumedCapacity(TOTAL)
            .build();
    QueryResponse response = dynamo.query(request);
    return new TableRead(response.items(), 1, units(response.consumedCapacity()));
  }

  @Override
  public Run run(Listing listing, RunQuery query) {
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":group", query.group()));
    putIfGiven(values, ":low", query.low());
    putIfGiven(values, ":high", query.high());
    AttributeNames names = AttributeNames.ofRun(listing, values.size() > 1);
    QueryRequest request =
        QueryRequest.builder()
            .tableName(listing.definition().table())
            .indexName(listing.gsi())
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
      return query.high() == null ? GROUP : TO;
    }
    return query.high() == null ? FROM : RANGE;
  }

  private TableRead batchGet(Listing listing, BatchGet batch) {
    String table = listing.definition().table();
    Map<String, KeysAndAttributes> wanted = Map.of(table, keys(listing, batch));
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    double units = 0;
    for (int call = 1; call <= BATCH_CALLS_MAX; call++) {
      Map<String, KeysAndAttributes> now = wanted;
      BatchGetItemResponse response =
          dynamo.batchGetItem(b -> b.requestItems(now).returnConsumedCapacity(TOTAL));
      response.responses().values().forEach(items::addAll);
      units += response.consumedCapacity().stream().mapToDouble(DynamoTableReader::units).sum();
      wanted = response.unprocessedKeys();
      if (wanted.isEmpty()) {
        return new TableRead(items, call, units);
      }
    }
    throw new ProblemException(Failures.busy());
  }

  private static KeysAndAttributes keys(Listing listing, BatchGet batch) {
    AttributeNames names = AttributeNames.ofBatchGet(listing);
    KeysAndAttributes.Builder keys =
        KeysAndAttributes.builder().keys(batch.keys()).consistentRead(batch.consistent());
    if (names.projection() != null) {
      keys.projectionExpression(names.projection()).expressionAttributeNames(names.byPlaceholder());
    }
    return keys.build();
  }

  private static double units(@Nullable ConsumedCapacity capacity) {
    return capacity == null || capacity.capacityUnits() == null ? 0 : capacity.capacityUnits();
  }
}
