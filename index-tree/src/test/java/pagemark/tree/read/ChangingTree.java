package pagemark.tree.read;

import static pagemark.tree.read.RandomGroup.GROUP;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// A tree of small nodes that a writer changes, and that remembers the versions of its items.
final class ChangingTree {
  private static final NodeLimits SMALL = SimulatedItems.limits(220, 4, 2_048, 2_048);

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
  private final Map<ItemKey, List<@Nullable Item>> versions = new LinkedHashMap<>();
  private final Random random;
  private final Runnable afterEachRequest;
  private final TreeWriter writer;
  private long sequence = 1_000;
  private long period = 100;

  /// @param afterEachRequest called after each request of the writer that is no read
  ChangingTree(Random random, Runnable afterEachRequest) {
    this.random = random;
    this.afterEachRequest = afterEachRequest;
    this.writer = new TreeWriter(this::write, SMALL, random, _ -> {});
  }

  private record ItemKey(NodeKey node, Item.Name name) {}

  /// Says of places that entries are there, or that there are none.
  void write(Map<Bytes, @Nullable Cell> changes) {
    List<PlaceOp> ops = new ArrayList<>();
    changes.forEach(
        (place, cell) -> ops.add(new PlaceOp(ops.size(), place, cell, new Rule.Newer(next()))));
    writer.write(GROUP, ops, period, () -> false);
  }

  private Sequence next() {
    return new Sequence(Long.toString(sequence++));
  }

  /// Lets registers lose their stamps, so that empty leaves go.
  void passTime() {
    period += 3;
  }

  private List<NodeAnswer> write(List<? extends NodeRequest> requests) {
    List<NodeAnswer> answers = new ArrayList<>();
    for (NodeRequest request : requests) {
      List<ItemKey> keys = written(request);
      keys.forEach(key -> versions.computeIfAbsent(key, _ -> versions(now(key))));
      answers.add(store.send(request));
      for (ItemKey key : keys) {
        List<@Nullable Item> all = Objects.requireNonNull(versions.get(key));
        if (!Objects.equals(all.getLast(), now(key))) {
          all.add(now(key));
        }
      }
      if (!keys.isEmpty()) {
        afterEachRequest.run();
      }
    }
    return answers;
  }

  private static List<@Nullable Item> versions(@Nullable Item now) {
    List<@Nullable Item> versions = new ArrayList<>();
    versions.add(now);
    return versions;
  }

  private @Nullable Item now(ItemKey key) {
    return store.item(key.node(), key.name());
  }

  private static List<ItemKey> written(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Read _ -> List.of();
      case NodeRequest.Write write -> List.of(new ItemKey(write.node(), write.name()));
      case NodeRequest.Transaction all ->
          all.writes().stream().map(write -> new ItemKey(write.node(), write.name())).toList();
    };
  }

  /// Forgets earlier versions of items.
  void forgetVersions() {
    versions.clear();
  }

  SimulatedNodes store() {
    return store;
  }

  /// The number of levels of inner nodes.
  int levels() {
    int levels = 0;
    NodeKey node = NodeKey.root(GROUP);
    while (store.item(node, Item.Name.N) instanceof Inner inner) {
      node = node.node(inner.children().getFirst().id());
      levels++;
    }
    return levels;
  }

  /// Answers each read with any of the versions that are remembered.
  ///
  /// @param always if false, only eventually consistent reads
  Nodes mixed(boolean always) {
    return requests ->
        requests.stream().map(request -> answer((NodeRequest.Read) request, always)).toList();
  }

  private NodeAnswer answer(NodeRequest.Read read, boolean always) {
    boolean mixed = always || !read.consistent();
    Item.Content content = (Item.Content) item(new ItemKey(read.node(), Item.Name.N), mixed);
    return switch (read) {
      case NodeRequest.Get _ -> new NodeAnswer.Content(content);
      case NodeRequest.GetNode _ ->
          new NodeAnswer.Node(
              content, (InnerCounts) item(new ItemKey(read.node(), Item.Name.C), mixed));
    };
  }

  private @Nullable Item item(ItemKey key, boolean mixed) {
    List<@Nullable Item> all = versions.get(key);
    return all == null || !mixed ? now(key) : all.get(random.nextInt(all.size()));
  }
}
