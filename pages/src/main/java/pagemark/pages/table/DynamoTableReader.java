package pagemark.pages.table;

import static software.amazon.awssdk.retries.api.BackoffStrategy.exponentialDelay;
import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.listing.Access;
import pagemark.listing.Attributes;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.Interrupted;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.TableRead.Left;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Reads items from DynamoDB with Query and BatchGetItem. In reads by a plan, throttling is no
/// exception: the throttled keys are left over, and the page retries them. In scans the client's
/// own retries apply.
public record DynamoTableReader(DynamoDbClient dynamo) implements TableReader {
  private static final String PARTITION = "#partition = :partition";
  private static final String FROM = PARTITION + " AND #sort >= :low";
  private static final String TO = PARTITION + " AND #sort <= :high";
  private static final String RANGE = PARTITION + " AND #sort BETWEEN :low AND :high";

  /// Retries broken connections, timeouts and server errors. It does not retry throttled calls: the
  /// page retries these itself, and both together would multiply.
  private static final RetryStrategy TRIES =
      StandardRetryStrategy.builder()
          .maxAttempts(3)
          .backoffStrategy(exponentialDelay(Duration.ofMillis(25), Duration.ofSeconds(1)))
          .retryOnExceptionOrCauseInstanceOf(IOException.class)
          .retryOnExceptionInstanceOf(ApiCallAttemptTimeoutException.class)
          .retryOnException(e -> e instanceof AwsServiceException aws && isRetried(aws))
          .build();

  private static final AwsRequestOverrideConfiguration PAGE =
      AwsRequestOverrideConfiguration.builder()
          .addPlugin(client -> client.overrideConfiguration(c -> c.retryStrategy(TRIES)))
          .build();

  /// A BatchGetItem that left keys and read less than this was throttled. One that read more may
  /// have been cut at DynamoDB's limit of size.
  private static final long CUT_BYTES_MIN = 500_000;

  @Override
  public TableRead read(Listing listing, FetchPlan plan) {
    List<Supplier<TableRead>> calls =
        switch (plan) {
          case Ranges ranges ->
              ranges.parts().stream()
                  .<Supplier<TableRead>>map(
                      part -> () -> unlessBusy(List.of(), () -> query(listing, ranges, part, PAGE)))
                  .toList();
          case BatchGet batch ->
              batch.calls().stream()
                  .<Supplier<TableRead>>map(call -> () -> get(listing, call))
                  .toList();
        };
    return parallel(calls).stream().reduce(TableRead::plus).orElseThrow();
  }

  @Override
  public List<TableRead> scan(Listing listing, Ranges ranges) {
    return parallel(
        ranges.parts().stream()
            .<Supplier<TableRead>>map(part -> () -> query(listing, ranges, part, null))
            .toList());
  }

  /// @param retries null for the client's own
  private TableRead query(
      Listing listing,
      Ranges plan,
      RangeQuery range,
      @Nullable AwsRequestOverrideConfiguration retries) {
    Access access = plan.access();
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":partition", range.partition()));
    putIfGiven(values, ":low", range.low());
    putIfGiven(values, ":high", range.high());
    AttributeNames names = AttributeNames.ofQuery(listing, access, values.size() > 1);
    Map<String, String> placeholders = new HashMap<>(names.byPlaceholder());
    String filter = plan.filter().expression(placeholders, values);
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(listing.definition().table())
            .indexName(access.index())
            .keyConditionExpression(condition(range))
            .filterExpression(filter)
            .expressionAttributeNames(placeholders)
            .expressionAttributeValues(values)
            .projectionExpression(names.projection())
            .scanIndexForward(range.order() == Order.ASCENDING)
            .limit(range.limit())
            .exclusiveStartKey(range.start().isEmpty() ? null : range.start())
            .returnConsumedCapacity(TOTAL);
    if (retries != null) {
      request.overrideConfiguration(retries);
    }
    QueryResponse response = dynamo.query(request.build());
    boolean cut = response.hasLastEvaluatedKey() && response.scannedCount() < range.limit();
    double units = units(response.consumedCapacity());
    return new TableRead(
        response.items(),
        response.scannedCount(),
        1,
        units,
        Left.of(response.lastEvaluatedKey(), cut));
  }

  private static void putIfGiven(
      Map<String, AttributeValue> values, String name, @Nullable AttributeValue value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  private static String condition(RangeQuery range) {
    if (range.low() == null) {
      return range.high() == null ? PARTITION : TO;
    }
    return range.high() == null ? FROM : RANGE;
  }

  /// Turns throttling into a read that left all of `keys`.
  private static TableRead unlessBusy(
      List<Map<String, AttributeValue>> keys, Supplier<TableRead> call) {
    try {
      return call.get();
    } catch (AwsServiceException e) {
      if (e.isThrottlingException()) {
        Optional<TableUnavailable> busy = Optional.of(new TableUnavailable(e));
        return new TableRead(List.of(), 1, 0, new Left(keys, false, Map.of(), busy));
      }
      throw e;
    }
  }

  private TableRead get(Listing listing, BatchGet batch) {
    String table = listing.definition().table();
    BatchGetItemRequest request =
        BatchGetItemRequest.builder()
            .requestItems(Map.of(table, keys(listing, batch)))
            .returnConsumedCapacity(TOTAL)
            .overrideConfiguration(PAGE)
            .build();
    return unlessBusy(batch.keys(), () -> read(batch, dynamo.batchGetItem(request)));
  }

  private static TableRead read(BatchGet batch, BatchGetItemResponse response) {
    List<Map<String, AttributeValue>> unprocessed =
        response.unprocessedKeys().values().stream().flatMap(k -> k.keys().stream()).toList();
    double units = response.consumedCapacity().stream().mapToDouble(DynamoTableReader::units).sum();
    double bytes = ReadUnits.bytes(batch.consistent() ? units / 2 : units);
    boolean cut = !unprocessed.isEmpty() && bytes >= CUT_BYTES_MIN;
    return new TableRead(
        response.responses().values().stream().flatMap(List::stream).toList(),
        1,
        units,
        Left.ofKeys(unprocessed, cut));
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

  private static boolean isRetried(AwsServiceException failure) {
    return failure.isClockSkewException()
        || (failure.statusCode() >= 500 && !failure.isThrottlingException());
  }

  /// The attributes that a request to DynamoDB names, by placeholder. It needs placeholders because
  /// an attribute's name may be a reserved word or contain dots.
  ///
  /// @param projection the ProjectionExpression; null to read all attributes
  record AttributeNames(Map<String, String> byPlaceholder, @Nullable String projection) {

    /// For a Query with a key condition on `#partition`. If the access does not carry all that a
    /// page shows, the Query reads every attribute that the access has.
    ///
    /// @param sorted whether the key condition has `#sort` too
    static AttributeNames ofQuery(Listing listing, Access access, boolean sorted) {
      Map<String, String> keys = new LinkedHashMap<>();
      keys.put(access.partitions().attribute().name(), "#partition");
      if (sorted) {
        keys.put(listing.definition().positions().sortAttribute(), "#sort");
      }
      return access.projectionCovers(listing.attributes())
          ? of(keys, listing)
          : new AttributeNames(byPlaceholder(keys), null);
    }

    /// For a BatchGetItem.
    static AttributeNames ofBatchGet(Listing listing) {
      return of(new LinkedHashMap<>(), listing);
    }

    private static AttributeNames of(Map<String, String> placeholders, Listing listing) {
      String projection =
          switch (listing.attributes()) {
            case Attributes.All() -> null;
            case Attributes.Only(var shown) -> {
              Set<String> read = new LinkedHashSet<>(shown);
              read.addAll(listing.definition().placingAttributes());
              yield read.stream()
                  .map(name -> placeholders.computeIfAbsent(name, n -> "#a" + placeholders.size()))
                  .collect(Collectors.joining(", "));
            }
          };
      return new AttributeNames(byPlaceholder(placeholders), projection);
    }

    private static Map<String, String> byPlaceholder(Map<String, String> placeholders) {
      Map<String, String> byPlaceholder = new LinkedHashMap<>();
      placeholders.forEach((name, placeholder) -> byPlaceholder.put(placeholder, name));
      return byPlaceholder;
    }
  }

  /// Sends calls in parallel and waits for all of them.
  ///
  /// Returns the answers in the order of the calls. A single call runs in the caller's thread.
  ///
  /// @throws RuntimeException of the first call in the list that failed, after all have ended
  private static <T> List<T> parallel(List<Supplier<T>> calls) {
    if (calls.size() == 1) {
      return List.of(calls.getFirst().get());
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> answers = calls.stream().map(call -> threads.submit(call::get)).toList();
      return answers.stream().map(DynamoTableReader::answerOf).toList();
    }
  }

  private static <T> T answerOf(Future<T> call) {
    try {
      return call.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    }
  }
}
