package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableEndpoint;
import pagemark.index.Patience;
import pagemark.listing.json.Listings;
import pagemark.load.BatchWriter;
import pagemark.local.LocalHttp;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import pagemark.local.pump.StreamPump;
import pagemark.rebuild.RebuildListener;
import pagemark.repair.Sleeper;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A local stack around a table whose key is one string. All that is written goes through the
/// table, the stream and the function into the index; all that is read comes over HTTP.
///
/// @param client writes the table; it is closed with the stack, or by the caller of [#over]
/// @param key the table's key attribute
record WholeStack(LocalStack stack, DynamoDbClient client, String key) implements AutoCloseable {
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofMinutes(2));
  private static final int PAGES_MAX = 500;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// @param index the URL of the index; null for a Redis of the stack's own
  static WholeStack start(Listings listings, String key, @Nullable String index) {
    LocalOptions options = new LocalOptions(0, 0, 0, index, listings, 0);
    LocalStack stack = PooledStack.start(options, _ -> {});
    return new WholeStack(stack, stack.client(), key);
  }

  /// A stack with all indexes of a table that exists.
  ///
  /// @param client of that table
  static WholeStack over(
      TableEndpoint table, DynamoDbClient client, Listings listings, String key) {
    LocalOptions options = new LocalOptions(0, 0, 0, null, listings, 0, null, table, null, null);
    LocalStack stack = PooledStack.start(options, _ -> {});
    stack.unbuilt().forEach(listing -> stack.build(listing, RebuildListener.NONE));
    return new WholeStack(stack, client, key);
  }

  /// Writes items of distinct keys.
  void put(Stream<Map<String, AttributeValue>> items) {
    new BatchWriter(client, stack.table(), Sleeper.THREAD::sleep).writeAll(items, 4);
  }

  void put(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(stack.table()).item(item));
  }

  void delete(String value) {
    client.deleteItem(
        d -> d.tableName(stack.table()).key(Map.of(key, AttributeValue.fromS(value))));
  }

  /// Returns when the index has all that was written before.
  void await() throws InterruptedException {
    await(CATCH_UP_MAX);
  }

  void await(Duration max) throws InterruptedException {
    StreamPump.State state = stack.await(max);
    assertTrue(state.isCaughtUp(), state::toString);
  }

  List<Map<String, AttributeValue>> items() {
    return client
        .scanPaginator(s -> s.tableName(stack.table()).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  JsonNode get(String path) throws Exception {
    HttpResponse<String> response = LocalHttp.get(stack, path);
    assertEquals(200, response.statusCode(), () -> path + ": " + response.body());
    return JSON.readTree(response.body());
  }

  List<String> keys(JsonNode page) {
    return page.path("items").valueStream().map(item -> item.path(key).asText()).toList();
  }

  /// Follows the cursors of pages, and returns these.
  ///
  /// @param asked the path of a page, ready for the parameter of its start
  /// @param end `after` or `before`
  List<JsonNode> crawl(String asked, String start, String end) throws Exception {
    List<JsonNode> pages = new ArrayList<>();
    for (String next = start; !next.equals("cursor=null"); ) {
      assertTrue(pages.size() < PAGES_MAX, "no end");
      JsonNode page = get(asked + next);
      pages.add(page);
      next = "cursor=" + page.at("/cursors/" + end).asText();
    }
    return pages;
  }

  @Override
  public void close() {
    stack.close();
  }
}
