package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Delete;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Get;
import pagemark.tree.request.NodeRequest.GetNode;
import pagemark.tree.request.NodeRequest.Put;
import pagemark.tree.request.NodeRequest.RaiseTallies;
import pagemark.tree.request.NodeRequest.ReplaceChildren;
import pagemark.tree.request.NodeRequest.Transaction;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;

/// A store in memory, without faults: each request is done at once, in the order of its list. It
/// packs and reads each item that is written, so that it holds no more than a real store would.
/// [#cost] is what DynamoDB would bill.
public final class SimulatedNodes implements Nodes {
  private static final int ITEM_BYTES_MAX = 400_000;
  private static final int TRANSACTION_BYTES_MAX = 4_000_000;
  private static final int VERSIONS_KEPT = 4;

  /// The key of an item.
  record ItemKey(NodeKey node, Item.Name name) {
    static ItemKey of(Write write) {
      return new ItemKey(write.node(), write.name());
    }
  }

  /// An item as it is after it was packed and read.
  private record Stored(Item item, int bytes) {
    static @Nullable Stored of(@Nullable Item item) {
      if (item == null) {
        return null;
      }
      int bytes = SimulatedItems.bytes(item);
      if (bytes > ITEM_BYTES_MAX) {
        throw new AssertionError("an item of " + bytes + " bytes");
      }
      return new Stored(SimulatedItems.copy(item), bytes);
    }
  }

  private record Change(ItemKey key, @Nullable Item item) {}

  /// A transaction under way: its items are locked, and its writes become visible one by one.
  static final class Open {
    private final List<Change> left = new ArrayList<>();
    private final Set<ItemKey> locked = new HashSet<>();

    /// The writes that are not visible yet; the last is made next.
    List<?> left() {
      return left;
    }
  }

  private final Set<String> tables = new HashSet<>();
  private final Map<ItemKey, Stored> items = new LinkedHashMap<>();

  /// The last versions of each item, the present one excluded.
  private final Map<ItemKey, List<@Nullable Stored>> before = new HashMap<>();

  /// Whether earlier versions are kept, which stale reads need.
  private boolean keepsVersions = true;

  private final Set<ItemKey> locks = new HashSet<>();
  private final Cost cost = new Cost();

  /// @param generations those that have a table
  public SimulatedNodes(String... generations) {
    tables.addAll(List.of(generations));
  }

  /// Keeps no earlier versions of items, for large tables. No read is stale then.
  public void forgetVersions() {
    keepsVersions = false;
    before.clear();
  }

  /// What all requests have cost until now. It goes on counting.
  public Cost cost() {
    return cost;
  }

  public void create(String generation) {
    tables.add(generation);
  }

  public void drop(String generation) {
    tables.remove(generation);
    items.keySet().removeIf(key -> key.node().generation().equals(generation));
  }

  /// All nodes that have an item, for checks.
  public Set<NodeKey> nodes() {
    Set<NodeKey> nodes = new HashSet<>();
    items.keySet().forEach(key -> nodes.add(key.node()));
    return nodes;
  }

  /// An item as it is now, for checks; null if there is none.
  public @Nullable Item item(NodeKey node, Item.Name name) {
    return decoded(items.get(new ItemKey(node, name)));
  }

  /// The bytes that the table is billed for.
  public long storedBytes() {
    return items.values().stream().mapToLong(item -> item.bytes() + 100L).sum();
  }

  @Override
  public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
    cost.roundTrip();
    List<NodeAnswer> answers = new ArrayList<>();
    requests.forEach(request -> answers.add(execute(request)));
    return answers;
  }

  /// Does one request.
  NodeAnswer execute(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Read read -> read(read, item -> items.get(item));
      case Write write -> write(write);
      case Transaction transaction -> {
        Open open = new Open();
        NodeAnswer answer = begin(transaction, open);
        while (advance(open)) {
          // one write after the other
        }
        yield answer;
      }
    };
  }

  /// Does a read that may miss the last writes of each item.
  ///
  /// @param lag how many of them, at most [#VERSIONS_KEPT]
  NodeAnswer stale(NodeRequest.Read read, Function<ItemKey, Integer> lag) {
    return read(read, key -> earlier(key, lag.apply(key)));
  }

  private @Nullable Stored earlier(ItemKey key, int lag) {
    List<@Nullable Stored> versions = before.getOrDefault(key, List.of());
    return lag == 0 || versions.isEmpty()
        ? items.get(key)
        : versions.get(Math.max(0, versions.size() - lag));
  }

  private NodeAnswer read(NodeRequest.Read read, Function<ItemKey, @Nullable Stored> source) {
    checkTable(read.node());
    Stored content = source.apply(new ItemKey(read.node(), Item.Name.N));
    return switch (read) {
      case Get get -> {
        cost.read(bytes(content), get.consistent());
        yield new NodeAnswer.Content((Item.Content) decoded(content));
      }
      case GetNode get -> {
        Stored counts = source.apply(new ItemKey(read.node(), Item.Name.C));
        cost.read(bytes(content) + bytes(counts), get.consistent());
        yield new NodeAnswer.Node((Item.Content) decoded(content), (InnerCounts) decoded(counts));
      }
    };
  }

  private NodeAnswer write(Write write) {
    checkTable(write.node());
    ItemKey key = ItemKey.of(write);
    Stored old = items.get(key);
    Item now = decoded(old);
    if (locks.contains(key)) {
      cost.conflict(bytes(old), 1);
      return new NodeAnswer.Busy();
    }
    if (!holds(write, now)) {
      cost.refused(bytes(old), 1);
      return new NodeAnswer.Refused(now);
    }
    Item item = applied(write, now);
    Stored made = Stored.of(item);
    cost.write(Math.max(bytes(old), bytes(made)), 1);
    set(key, made);
    return new NodeAnswer.Done(write instanceof RaiseTallies ? (InnerCounts) decoded(made) : null);
  }

  /// Begins a transaction: checks all conditions and locks its items.
  ///
  /// @param open takes the writes, which [#advance] then makes
  NodeAnswer begin(Transaction transaction, Open open) {
    Map<ItemKey, Write> writes = writes(transaction);
    boolean busy = writes.keySet().stream().anyMatch(locks::contains);
    boolean holds = writes.entrySet().stream().allMatch(e -> holds(e.getValue(), item(e.getKey())));
    int bytes = 0;
    for (var each : writes.entrySet()) {
      int old = bytes(items.get(each.getKey()));
      if (busy) {
        cost.conflict(old, 2);
      } else if (!holds) {
        cost.refused(old, 2);
      } else {
        Item made = applied(each.getValue(), item(each.getKey()));
        int size = made == null ? old : Math.max(old, SimulatedItems.bytes(made));
        bytes += size;
        cost.write(size, 2);
        open.left.add(new Change(each.getKey(), made));
      }
    }
    if (bytes > TRANSACTION_BYTES_MAX) {
      throw new AssertionError("a transaction of " + bytes + " bytes");
    }
    if (!busy && holds) {
      open.locked.addAll(writes.keySet());
      locks.addAll(open.locked);
    }
    return busy
        ? new NodeAnswer.Busy()
        : holds ? new NodeAnswer.Done(null) : new NodeAnswer.Refused(null);
  }

  private Map<ItemKey, Write> writes(Transaction transaction) {
    Map<ItemKey, Write> writes = new LinkedHashMap<>();
    for (Write write : transaction.writes()) {
      checkTable(write.node());
      if (writes.put(ItemKey.of(write), write) != null) {
        throw new AssertionError("an item twice in a transaction: " + write);
      }
    }
    if (writes.size() > Transaction.WRITES_MAX) {
      throw new AssertionError("a transaction of " + writes.size() + " writes");
    }
    return writes;
  }

  /// Makes one more write of a transaction visible, and ends it after the last.
  ///
  /// @return whether it is still under way
  boolean advance(Open open) {
    if (!open.left.isEmpty()) {
      Change next = open.left.removeLast();
      if (tables.contains(next.key().node().generation())) {
        set(next.key(), Stored.of(next.item()));
      }
      return true;
    }
    locks.removeAll(open.locked);
    open.locked.clear();
    return false;
  }

  private boolean holds(Write write, @Nullable Item now) {
    return switch (write) {
      case Put put -> holds(put.expected(), now);
      case Delete delete -> holds(delete.expected(), now);
      case RaiseTallies raise ->
          now instanceof InnerCounts counts
              && raise.tallies().entrySet().stream()
                  .allMatch(e -> isOlder(counts.children().get(e.getKey()), e.getValue()));
      case ReplaceChildren replace ->
          now instanceof InnerCounts counts
              && counts.children().keySet().containsAll(replace.gone());
    };
  }

  private static boolean isOlder(@Nullable Tally tally, Tally other) {
    return tally != null && tally.version() < other.version();
  }

  private static boolean holds(Expected expected, @Nullable Item now) {
    return switch (expected) {
      case Expected.Absent() -> now == null;
      case Expected.Present() -> now != null;
      case Expected.Version(var kind, var version) ->
          kind.isInstance(now) && now.version() == version;
    };
  }

  private static @Nullable Item applied(Write write, @Nullable Item now) {
    return switch (write) {
      case Put put -> put.item();
      case Delete _ -> null;
      case RaiseTallies raise -> changed(now, tallies -> tallies.putAll(raise.tallies()));
      case ReplaceChildren replace ->
          changed(
              now,
              tallies -> {
                tallies.keySet().removeAll(replace.gone());
                tallies.putAll(replace.made());
              });
    };
  }

  private static InnerCounts changed(@Nullable Item now, Consumer<Map<Long, Tally>> change) {
    InnerCounts counts = (InnerCounts) Objects.requireNonNull(now);
    Map<Long, Tally> tallies = new HashMap<>(counts.children());
    change.accept(tallies);
    return new InnerCounts(counts.version() + 1, tallies);
  }

  private void set(ItemKey key, @Nullable Stored item) {
    if (keepsVersions) {
      List<@Nullable Stored> versions = before.computeIfAbsent(key, _ -> new ArrayList<>());
      versions.add(items.get(key));
      if (versions.size() > VERSIONS_KEPT) {
        versions.removeFirst();
      }
    }
    if (item == null) {
      items.remove(key);
    } else {
      items.put(key, item);
    }
  }

  private @Nullable Item item(ItemKey key) {
    return decoded(items.get(key));
  }

  private static @Nullable Item decoded(@Nullable Stored stored) {
    return stored == null ? null : stored.item();
  }

  private static int bytes(@Nullable Stored stored) {
    return stored == null ? 0 : stored.bytes();
  }

  private void checkTable(NodeKey node) {
    if (!tables.contains(node.generation())) {
      throw new MissingGenerationException(node.generation());
    }
  }
}
