package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Verdict;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.request.RootScan.Root;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// A group of numbered items, in leaves of some 20 items below a root, and the processes that write
/// it. It knows what the group must hold.
public final class SmallTree {
  public static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("small"));
  public static final NodeKey ROOT = NodeKey.root(GROUP);

  /// Tombstones of this period are dropped in [#LATER].
  public static final long PERIOD = 1;

  public static final long LATER = PERIOD + 3;

  private static final NodeLimits SHAPE = SimulatedItems.limits(400, 50, 100_000, 100_000);

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
  private final Random random = new Random(1);
  private final TreeSet<Integer> items = new TreeSet<>();
  private int sequence;

  private final NodeLimits shape;

  /// Puts items 0 to `count`, excluded.
  public SmallTree(int count) {
    this(count, SHAPE);
  }

  SmallTree(int count, NodeLimits shape) {
    this.shape = shape;
    put(process(), PERIOD, IntStream.range(0, count).boxed().toList());
  }

  public SimulatedNodes store() {
    return store;
  }

  /// A process that knows nothing of the tree.
  public TreeWriter process() {
    return process(store);
  }

  TreeWriter process(Nodes nodes) {
    return new TreeWriter(nodes, shape, random, _ -> {});
  }

  /// Lets a process do something, which waits before a request.
  ///
  /// @param at see [SlowNodes]
  void interrupted(Predicate<NodeRequest> at, Runnable meanwhile, Consumer<TreeWriter> work) {
    SlowNodes slow = new SlowNodes(store, at, meanwhile);
    work.accept(process(slow));
    assertTrue(slow.hasWaited(), "it has not sent the request");
  }

  static Bytes place(int item) {
    return Place.of(new Position(item, Bytes.utf8("item")));
  }

  public static int item(Bytes place) {
    return (int) Place.position(place).score();
  }

  public void put(TreeWriter writer, long period, Collection<Integer> some) {
    items.addAll(some);
    write(writer, period, some, Cell.WHOLE);
  }

  public void delete(TreeWriter writer, long period, Collection<Integer> some) {
    items.removeAll(some);
    write(writer, period, some, null);
  }

  private void write(
      TreeWriter writer, long period, Collection<Integer> some, @Nullable Cell cell) {
    Rule newer = new Rule.Newer(new Sequence(Integer.toString(++sequence)));
    List<PlaceOp> ops =
        some.stream().map(item -> new PlaceOp(item, place(item), cell, newer)).toList();
    assertEquals(
        Set.of(Verdict.APPLIED),
        Set.copyOf(writer.write(GROUP, ops, period, () -> false).orElseThrow().values()));
  }

  public void sweep(TreeWriter writer, long period) {
    sweep(store, writer, GROUP, period);
  }

  /// Walks through a group.
  ///
  /// @return the number of items that were changed or removed
  static long sweep(SimulatedNodes store, TreeWriter writer, GroupRef group, long period) {
    NodeKey root = NodeKey.root(group);
    if (store.item(root, Item.Name.N) instanceof Leaf leaf) {
      return writer.sweepLeaves(List.of(new Root(root, GroupName.of(group), leaf)), period);
    }
    long removed = 0;
    for (Bytes next = Place.FIRST; next != null; ) {
      TreeWriter.SweepStep step = writer.sweep(group, next, period);
      removed += step.removed();
      next = step.next();
    }
    return removed;
  }

  /// The leaves, in order.
  public List<NodeKey> leaves() {
    Inner root = assertInstanceOf(Inner.class, store.item(ROOT, Item.Name.N));
    assertTrue(root.overLeaves());
    return root.children().stream().map(child -> ROOT.node(child.id())).toList();
  }

  /// The items in a leaf, in order.
  public List<Integer> items(NodeKey node) {
    Leaf leaf = assertInstanceOf(Leaf.class, store.item(node, Item.Name.N));
    return leaf.registers().entrySet().stream()
        .filter(each -> each.getValue().isPresent())
        .map(each -> item(each.getKey()))
        .toList();
  }

  /// The items that the group must have, in order.
  public List<Integer> items() {
    return List.copyOf(items);
  }

  /// Checks that the tree is sound, and has all items and no others.
  public void check() {
    assertEquals(
        items(),
        TreeCheck.entries(store, ROOT).stream()
            .map(entry -> (int) entry.position().score())
            .toList());
  }
}
