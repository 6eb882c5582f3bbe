package pagemark.dynamodb.request;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest.Get;
import pagemark.tree.request.NodeRequest.GetNode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// Reads nodes.
record ReadCalls(Calls calls, TableNames tables, @Nullable CapacityCounter counter) {
  /// The items that one call reads.
  static final int BATCH_MAX = 100;

  /// How often the rest of a batch is asked for, in all a second.
  private static final int TRIES_MAX = 8;

  private static final Duration PAUSE_FIRST = Duration.ofMillis(10);

  /// The same calls, for a caller that asks what they consume.
  ReadCalls metered(DoubleConsumer units) {
    return new ReadCalls(calls, tables, new CapacityCounter(counter, units));
  }

  NodeAnswer get(Get get) {
    String table = tables.table(get.node().generation());
    GetItemResponse response =
        calls.make(
            table,
            dynamo ->
                dynamo.getItem(
                    g ->
                        g.tableName(table)
                            .key(ItemCodec.key(get.node(), Item.Name.N))
                            .consistentRead(get.consistent())
                            .returnConsumedCapacity(capacity())));
    if (counter != null) {
      counter.read(response.consumedCapacity());
    }
    return new NodeAnswer.Content(response.hasItem() ? content(response.item()) : null);
  }

  NodeAnswer getNode(GetNode get) {
    String table = tables.table(get.node().generation());
    AttributeValue partition = partition(ItemCodec.key(get.node(), Item.Name.N));
    QueryResponse response =
        calls.make(
            table,
            dynamo ->
                dynamo.query(
                    q ->
                        q.tableName(table)
                            .keyConditionExpression(ItemCodec.PARTITION + " = :p")
                            .expressionAttributeValues(Map.of(":p", partition))
                            .consistentRead(get.consistent())
                            .returnConsumedCapacity(capacity())));
    if (counter != null) {
      counter.read(response.consumedCapacity());
    }
    Item.Content content = null;
    InnerCounts counts = null;
    for (Map<String, AttributeValue> item : response.items()) {
      switch (ItemCodec.decode(item)) {
        case InnerCounts found -> counts = found;
        case Item.Content found -> content = found;
      }
    }
    return new NodeAnswer.Node(content, counts);
  }

  /// Reads contents of nodes in one call.
  ///
  /// @param gets up to 100 of one generation, all consistent or none
  List<NodeAnswer> batch(List<Get> gets) {
    String table = tables.table(gets.getFirst().node().generation());
    List<Map<String, AttributeValue>> left =
        gets.stream()
            .map(Get::node)
            .distinct()
            .map(node -> ItemCodec.key(node, Item.Name.N))
            .toList();
    Map<AttributeValue, Item.Content> found = new HashMap<>();
    for (int tries = 1; !left.isEmpty(); tries++) {
      pause(tries);
      BatchGetItemResponse response = batch(table, left, gets.getFirst().consistent());
      found.putAll(
          response.responses().getOrDefault(table, List.of()).stream()
              .collect(toMap(ReadCalls::partition, ReadCalls::content)));
      KeysAndAttributes unprocessed = response.unprocessedKeys().get(table);
      left = unprocessed == null ? List.of() : unprocessed.keys();
    }
    return gets.stream()
        .map(get -> partition(ItemCodec.key(get.node(), Item.Name.N)))
        .<NodeAnswer>map(partition -> new NodeAnswer.Content(found.get(partition)))
        .toList();
  }

  private BatchGetItemResponse batch(
      String table, List<Map<String, AttributeValue>> keys, boolean consistent) {
    KeysAndAttributes asked =
        KeysAndAttributes.builder().keys(keys).consistentRead(consistent).build();
    BatchGetItemResponse response =
        calls.make(
            table,
            dynamo ->
                dynamo.batchGetItem(
                    b -> b.requestItems(Map.of(table, asked)).returnConsumedCapacity(capacity())));
    if (counter != null) {
      counter.read(response.consumedCapacity());
    }
    return response;
  }

  /// Waits before a try, twice as long as before the one before.
  private static void pause(int tries) {
    if (tries == 1) {
      return;
    }
    if (tries > TRIES_MAX) {
      throw new IndexException.Throttled("DynamoDB throttles reads of the index", null);
    }
    try {
      Thread.sleep(PAUSE_FIRST.multipliedBy(1L << (tries - 2)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException.Unavailable("a read of the index was interrupted", e);
    }
  }

  private static AttributeValue partition(Map<String, AttributeValue> item) {
    return requireNonNull(item.get(ItemCodec.PARTITION));
  }

  private static Item.Content content(Map<String, AttributeValue> item) {
    return (Item.Content) ItemCodec.decode(item);
  }

  private ReturnConsumedCapacity capacity() {
    return counter == null ? ReturnConsumedCapacity.NONE : ReturnConsumedCapacity.TOTAL;
  }
}
