package pagemark.simulation;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.Turns;
import pagemark.listing.Listing;
import pagemark.simulation.Faults.Fault;
import pagemark.sync.RandomTable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// DynamoDB for readers: reads by key, and Queries of a GSI that is behind its table. Sometimes a
/// Query is cut short or refused. Each call is an I/O.
///
/// Reads by key are never refused, because readers would then wait by the clock of this machine.
/// Parallel calls come from other threads: they all happen at one moment, and without faults.
record SimulatedDynamo(ItemHistory history, Turns scheduler, Faults faults, Random random)
    implements DynamoDbClient {
  private static final ConsumedCapacity HALF_A_UNIT =
      ConsumedCapacity.builder().capacityUnits(0.5).build();

  @Override
  public QueryResponse query(QueryRequest request) {
    park();
    if (happens(Fault.READ_FAILS, 60)) {
      throw SdkClientException.create("DynamoDB does not answer");
    }
    if (happens(Fault.QUERY_REFUSED, 30)) {
      throw ProvisionedThroughputExceededException.builder()
          .awsErrorDetails(
              AwsErrorDetails.builder().errorCode("ProvisionedThroughputExceededException").build())
          .build();
    }
    QueryResponse response = answer(request);
    park();
    return response;
  }

  private void park() {
    if (scheduler.isActor()) {
      scheduler.park();
    }
  }

  private boolean happens(Fault fault, int times) {
    return scheduler.isActor() && faults.happens(fault, times);
  }

  private QueryResponse answer(QueryRequest request) {
    Sorted sorted = sorted(request);
    List<Map<String, AttributeValue>> found = sorted.items(history, scheduler);
    int limit = Math.min(request.limit(), found.size());
    boolean cut = limit > 1 && happens(Fault.QUERY_CUT, 8);
    List<Map<String, AttributeValue>> items =
        found.subList(0, cut ? 1 + random.nextInt(limit - 1) : limit);
    if (scheduler.isActor() && items.stream().anyMatch(this::isOld)) {
      faults.count(Fault.INDEX_LAGS);
    }
    boolean ends = items.size() == found.size() && items.size() < request.limit();
    return QueryResponse.builder()
        .items(items)
        .count(items.size())
        .scannedCount(items.size())
        .lastEvaluatedKey(ends ? null : sorted.place(items.getLast()))
        .consumedCapacity(HALF_A_UNIT)
        .build();
  }

  private boolean isOld(Map<String, AttributeValue> item) {
    return !history.inTable(ItemHistory.key(item)).equals(item);
  }

  private static Sorted sorted(QueryRequest request) {
    Listing listing =
        RandomTable.LISTINGS.byName().values().stream()
            .filter(each -> request.indexName().equals(each.accesses().getFirst().index()))
            .findFirst()
            .orElseThrow();
    return new Sorted(
        request,
        listing.definition().group().attribute().orElseThrow().name(),
        listing.definition().positions().sortAttribute());
  }

  /// A partition of a GSI in the order of a Query.
  private record Sorted(QueryRequest request, String partition, String sort) {
    List<Map<String, AttributeValue>> items(ItemHistory history, Turns clock) {
      Stream<Map<String, AttributeValue>> there =
          history
              .inIndexes(clock.instant())
              .filter(item -> item.containsKey(sort) && isSortable(item))
              .filter(item -> requireNonNull(value(":partition")).equals(item.get(partition)))
              .filter(item -> isWithin(number(item)))
              .sorted(order());
      Map<String, AttributeValue> start = request.exclusiveStartKey();
      return there.filter(item -> start.isEmpty() || order().compare(start, item) < 0).toList();
    }

    private @Nullable AttributeValue value(String name) {
      return request.expressionAttributeValues().get(name);
    }

    /// A GSI leaves out items whose sort attribute has another type.
    private boolean isSortable(Map<String, AttributeValue> item) {
      boolean isNumber = sort.equals("likes");
      return requireNonNull(item.get(sort)).type()
          == (isNumber ? AttributeValue.Type.N : AttributeValue.Type.S);
    }

    private boolean isWithin(SortKey sort) {
      AttributeValue low = value(":low");
      AttributeValue high = value(":high");
      return (low == null || SortKey.of(low).compareTo(sort) <= 0)
          && (high == null || SortKey.of(high).compareTo(sort) >= 0);
    }

    private SortKey number(Map<String, AttributeValue> item) {
      return SortKey.of(requireNonNull(item.get(sort)));
    }

    /// Items with equal sort values come in DynamoDB's own order.
    private Comparator<Map<String, AttributeValue>> order() {
      Comparator<Map<String, AttributeValue>> ascending =
          comparing((Map<String, AttributeValue> item) -> number(item))
              .thenComparingInt(item -> ItemHistory.key(item).hashCode() * 0x9E3779B9);
      return Boolean.FALSE.equals(request.scanIndexForward()) ? ascending.reversed() : ascending;
    }

    Map<String, AttributeValue> place(Map<String, AttributeValue> item) {
      Map<String, AttributeValue> place = new HashMap<>(item);
      place.keySet().retainAll(List.of("PK", partition, sort));
      return place;
    }
  }

  /// A sort value in the form in which DynamoDB compares it.
  private record SortKey(BigDecimal number, String text) implements Comparable<SortKey> {
    static SortKey of(AttributeValue value) {
      return value.n() == null
          ? new SortKey(BigDecimal.ZERO, value.s())
          : new SortKey(new BigDecimal(value.n()), "");
    }

    @Override
    public int compareTo(SortKey other) {
      int byNumber = number.compareTo(other.number);
      return byNumber != 0 ? byNumber : text.compareTo(other.text);
    }
  }

  /// Reads by key: consistently, or from a copy of the table that is behind.
  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    park();
    if (happens(Fault.READ_FAILS, 60)) {
      throw SdkClientException.create("DynamoDB does not answer");
    }
    KeysAndAttributes asked = requireNonNull(request.requestItems().get("comments"));
    boolean consistent = Boolean.TRUE.equals(asked.consistentRead());
    List<Map<String, AttributeValue>> items =
        asked.keys().stream()
            .map(ItemHistory::key)
            .map(
                key ->
                    consistent ? history.inTable(key) : history.inIndexes(key, scheduler.instant()))
            .filter(item -> !item.isEmpty())
            .toList();
    park();
    return BatchGetItemResponse.builder()
        .responses(Map.of("comments", items))
        .unprocessedKeys(Map.of())
        .consumedCapacity(HALF_A_UNIT)
        .build();
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
