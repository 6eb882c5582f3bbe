package pagemark.dynamodb.request;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Get;
import pagemark.tree.request.NodeRequest.GetNode;
import pagemark.tree.request.NodeRequest.Transaction;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// Sends requests to DynamoDB. Several [Get]s of a list go out as one call for each 100. The calls
/// of a list go out together, at most 16 at a time; a single one is made by the caller's thread.
///
/// The client bounds the time of each call.
public record DynamoNodes(ReadCalls reads, ConditionalWrites writes, SideBySide sides)
    implements Nodes {
  /// The calls that are sent side by side for lists of several.
  public static final int CALLS_MAX = 16;

  public DynamoNodes(Calls calls, TableNames tables) {
    this(
        new ReadCalls(calls, tables, null),
        new ConditionalWrites(calls, tables),
        new SideBySide(CALLS_MAX));
  }

  @Override
  public String store() {
    return "DynamoDB";
  }

  @Override
  public Nodes metered(DoubleConsumer units) {
    return new DynamoNodes(reads.metered(units), writes, sides);
  }

  /// Requests that go out as one call.
  ///
  /// @param indexes of the requests in their list
  /// @param answers makes the call
  private record Call(List<Integer> indexes, Callable<List<NodeAnswer>> answers) {}

  /// The reads that one call can make.
  private record Alike(String generation, boolean consistent) {}

  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    List<Call> calls = calls(requests);
    Map<Integer, NodeAnswer> answers = new HashMap<>();
    List<List<NodeAnswer>> made = sides.all(calls.stream().map(Call::answers).toList());
    for (int i = 0; i < calls.size(); i++) {
      List<Integer> indexes = calls.get(i).indexes();
      for (int j = 0; j < indexes.size(); j++) {
        answers.put(indexes.get(j), made.get(i).get(j));
      }
    }
    return IntStream.range(0, requests.size())
        .mapToObj(i -> requireNonNull(answers.get(i)))
        .toList();
  }

  private List<Call> calls(List<? extends NodeRequest> requests) {
    List<Call> calls = new ArrayList<>();
    Map<Alike, List<Integer>> gets = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      List<Integer> index = List.of(i);
      switch (requests.get(i)) {
        case Get get ->
            gets.computeIfAbsent(
                    new Alike(get.node().generation(), get.consistent()), _ -> new ArrayList<>())
                .add(i);
        case GetNode get -> calls.add(new Call(index, () -> List.of(reads.getNode(get))));
        case Write write -> calls.add(new Call(index, () -> List.of(writes.write(write))));
        case Transaction all -> calls.add(new Call(index, () -> List.of(writes.transact(all))));
      }
    }
    for (List<Integer> alike : gets.values()) {
      for (int i = 0; i < alike.size(); i += ReadCalls.BATCH_MAX) {
        List<Integer> indexes = alike.subList(i, Math.min(alike.size(), i + ReadCalls.BATCH_MAX));
        List<Get> batch = indexes.stream().map(index -> (Get) requests.get(index)).toList();
        calls.add(new Call(indexes, () -> get(batch)));
      }
    }
    return calls;
  }

  private List<NodeAnswer> get(List<Get> gets) {
    return gets.size() == 1 ? List.of(reads.get(gets.getFirst())) : reads.batch(gets);
  }

  /// Reads nodes.
  ///
  /// @param meter takes the units that each call has consumed; null if nobody asks
  record ReadCalls(Calls calls, TableNames tables, @Nullable DoubleConsumer meter) {
    /// The items that one call reads.
    static final int BATCH_MAX = 100;

    /// How often the rest of a batch is asked for, in all a second.
    private static final int TRIES_MAX = 8;

    private static final Duration PAUSE_FIRST = Duration.ofMillis(10);

    /// The same calls, for a caller that asks what they consume.
    ReadCalls metered(DoubleConsumer units) {
      return new ReadCalls(calls, tables, units);
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
      meter(response.consumedCapacity());
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
      meter(response.consumedCapacity());
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
                      b ->
                          b.requestItems(Map.of(table, asked)).returnConsumedCapacity(capacity())));
      response.consumedCapacity().forEach(this::meter);
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

    private void meter(@Nullable ConsumedCapacity consumed) {
      if (meter != null && consumed != null) {
        meter.accept(consumed.capacityUnits());
      }
    }

    private ReturnConsumedCapacity capacity() {
      return meter == null ? ReturnConsumedCapacity.NONE : ReturnConsumedCapacity.TOTAL;
    }
  }
}
