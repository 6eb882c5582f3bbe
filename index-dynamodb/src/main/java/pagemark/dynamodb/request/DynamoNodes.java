package pagemark.dynamodb.request;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Get;
import pagemark.tree.request.NodeRequest.GetNode;
import pagemark.tree.request.NodeRequest.Transaction;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;

/// Sends requests to DynamoDB. Several [Get]s of a list go out as one call for each 100. The calls
/// of a list go out together, at most 16 at a time; a single one is made by the caller's thread.
///
/// The client bounds the time of each call.
public final class DynamoNodes implements Nodes {
  /// The calls that are sent side by side for lists of several.
  public static final int CALLS_MAX = 16;

  private final ReadCalls reads;
  private final ConditionalWrites writes;
  private final @Nullable CapacityCounter counter;
  private final SideBySide sides;

  /// @param counter counts what requests cost; null if nobody asks
  public DynamoNodes(Calls calls, TableNames tables, @Nullable CapacityCounter counter) {
    this(
        new ReadCalls(calls, tables, counter),
        new ConditionalWrites(calls, tables, counter),
        counter,
        new SideBySide(CALLS_MAX));
  }

  private DynamoNodes(
      ReadCalls reads,
      ConditionalWrites writes,
      @Nullable CapacityCounter counter,
      SideBySide sides) {
    this.reads = reads;
    this.writes = writes;
    this.counter = counter;
    this.sides = sides;
  }

  @Override
  public String store() {
    return "DynamoDB";
  }

  @Override
  public Nodes metered(DoubleConsumer units) {
    return new DynamoNodes(reads.metered(units), writes, counter, sides);
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
    if (counter != null && !requests.isEmpty()) {
      counter.sent();
    }
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
}
