package pagemark.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// A table that holds the watch's items of `pagemark-state` for one stream, by their sort key.
///
/// @param beforeEachCall lets a simulation run others first
public record InMemoryWatchTable(
    Runnable beforeEachCall, Map<String, Map<String, AttributeValue>> items)
    implements DynamoDbClient {
  public InMemoryWatchTable(Runnable beforeEachCall) {
    this(beforeEachCall, new HashMap<>());
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    beforeEachCall.run();
    return QueryResponse.builder().items(items.values()).build();
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    beforeEachCall.run();
    items.put(sortKey(request.item()), request.item());
    return PutItemResponse.builder().build();
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    beforeEachCall.run();
    items.remove(sortKey(request.key()));
    return DeleteItemResponse.builder().build();
  }

  private static String sortKey(Map<String, AttributeValue> item) {
    return Objects.requireNonNull(item.get("sk")).s();
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
