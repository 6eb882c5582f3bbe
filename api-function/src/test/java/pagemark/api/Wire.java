package pagemark.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Between a client and DynamoDB: keeps every request, and lets tests change what comes back, as a
/// GSI does that lags behind its table, or a table that is too busy.
final class Wire implements ExecutionInterceptor {
  private final List<SdkRequest> requests = Collections.synchronizedList(new ArrayList<>());
  private UnaryOperator<QueryResponse> queries = UnaryOperator.identity();
  private UnaryOperator<BatchGetItemResponse> batches = UnaryOperator.identity();
  private UnaryOperator<SdkRequest> before = UnaryOperator.identity();
  private Rounds rounds = Rounds.any();

  /// The requests since the last call.
  List<SdkRequest> drain() {
    List<SdkRequest> drained = List.copyOf(requests);
    requests.clear();
    return drained;
  }

  /// How many requests there were since the last [#drain].
  int count() {
    return requests.size();
  }

  /// From now on, queries answer what `change` makes of their answers.
  void changeQueries(UnaryOperator<QueryResponse> change) {
    queries = change;
  }

  void changeBatches(UnaryOperator<BatchGetItemResponse> change) {
    batches = change;
  }

  /// From now on, `fault` may throw what DynamoDB throws.
  void beforeRequests(UnaryOperator<SdkRequest> fault) {
    before = fault;
  }

  /// From now on, a call is answered once all calls of its round are sent; none may follow.
  ///
  /// @param calls of each round trip
  Rounds expectRounds(Integer... calls) {
    rounds = Rounds.of(List.of(calls));
    return rounds;
  }

  void heal() {
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
}
