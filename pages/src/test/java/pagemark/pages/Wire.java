package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import pagemark.pages.result.Page;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Sits between a client and DynamoDB. It keeps every request, and lets tests change the answers,
/// to act like a GSI that lags behind its table, or like a busy table.
public final class Wire implements ExecutionInterceptor {
  private final List<SdkRequest> requests = Collections.synchronizedList(new ArrayList<>());
  private UnaryOperator<QueryResponse> queries = UnaryOperator.identity();
  private UnaryOperator<BatchGetItemResponse> batches = UnaryOperator.identity();
  private UnaryOperator<SdkRequest> before = UnaryOperator.identity();
  private Rounds rounds = Rounds.any();

  /// The requests since the last call.
  public List<SdkRequest> drain() {
    List<SdkRequest> drained = List.copyOf(requests);
    requests.clear();
    return drained;
  }

  /// How many requests came since the last [#drain].
  public int count() {
    return requests.size();
  }

  /// Changes the items in the answers of all later queries.
  public void changeItems(UnaryOperator<List<Map<String, AttributeValue>>> change) {
    queries =
        response -> {
          List<Map<String, AttributeValue>> items = change.apply(response.items());
          int scanned = response.scannedCount() + items.size() - response.items().size();
          return response.toBuilder().items(items).scannedCount(scanned).build();
        };
  }

  public void changeBatches(UnaryOperator<BatchGetItemResponse> change) {
    batches = change;
  }

  /// Calls `fault` before each later request. It may throw the exceptions that DynamoDB throws.
  public void beforeRequests(UnaryOperator<SdkRequest> fault) {
    before = fault;
  }

  /// Holds each later call until all calls of its round are sent; no calls may follow.
  ///
  /// @param calls how many calls each round trip has
  public Rounds expectRounds(Integer... calls) {
    rounds = Rounds.of(List.of(calls));
    return rounds;
  }

  public void heal() {
    rounds = Rounds.any();
    queries = UnaryOperator.identity();
    batches = UnaryOperator.identity();
    before = UnaryOperator.identity();
  }

  @Override
  public SdkRequest modifyRequest(
      Context.ModifyRequest context, ExecutionAttributes executionAttributes) {
    requests.add(context.request());
    rounds.sent();
    return before.apply(context.request());
  }

  @Override
  public SdkResponse modifyResponse(
      Context.ModifyResponse context, ExecutionAttributes executionAttributes) {
    return switch (context.response()) {
      case QueryResponse query -> queries.apply(query);
      case BatchGetItemResponse batch -> batches.apply(batch);
      default -> context.response();
    };
  }

  /// The only request since the last [#drain].
  public SdkRequest only() {
    List<SdkRequest> drained = drain();
    assertEquals(1, drained.size(), drained.toString());
    return drained.getFirst();
  }

  /// The keys of a read by key of `table`.
  public static KeysAndAttributes batch(SdkRequest request, String table) {
    BatchGetItemRequest batch = (BatchGetItemRequest) request;
    assertEquals(List.of(table), List.copyOf(batch.requestItems().keySet()));
    return batch.requestItems().values().iterator().next();
  }

  /// @param parts of the cost's text, such as `suspects=0`
  public static void assertCost(Page page, String... parts) {
    List<String> told = List.of(page.cost().toString().split("[\\[\\], ]+"));
    for (String part : parts) {
      assertTrue(told.contains(part), part + " in " + told);
    }
  }
}
