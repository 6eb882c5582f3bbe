package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.tree.simulation.SmallTree.GROUP;
import static pagemark.tree.simulation.SmallTree.LATER;
import static pagemark.tree.simulation.SmallTree.PERIOD;
import static pagemark.tree.simulation.SmallTree.ROOT;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.write.TreeWriter;

/// A process is slow between a read and what it decides by it, and another one writes the same
/// leaves meanwhile.
final class SlowWritersTest {
  private static boolean isTransaction(NodeRequest request) {
    return request instanceof NodeRequest.Transaction;
  }

  /// Whether the root takes the content of its last child.
  private static boolean isShrink(NodeRequest request) {
    return request instanceof NodeRequest.Transaction(var writes)
        && writes.stream()
            .anyMatch(
                write -> write instanceof NodeRequest.Put(var node, Leaf _, _) && node.isRoot());
  }

  @Test
  void anEmptyGroupThatGetsAnItemStays() {
    SmallTree tree = new SmallTree(1);
    TreeWriter other = tree.process();
    tree.delete(other, PERIOD, List.of(0));
    tree.interrupted(
        NodeRequest.Delete.class::isInstance,
        () -> tree.put(other, LATER, List.of(1)),
        slow -> tree.sweep(slow, LATER));
    tree.check();
  }

  @Test
  void anEmptyLeafThatGetsAnItemStays() {
    SmallTree tree = new SmallTree(100);
    TreeWriter other = tree.process();
    List<Integer> first = tree.items(tree.leaves().getFirst());
    tree.delete(other, PERIOD, first);
    tree.interrupted(
        SlowWritersTest::isTransaction,
        () -> tree.put(other, LATER, first.subList(0, 8)),
        slow -> tree.sweep(slow, LATER));
    tree.check();
  }

  @Test
  void aLeafThatIsWrittenIsNotJoinedWithItsLeftNeighbour() {
    join(1);
  }

  @Test
  void aLeafThatIsWrittenIsNotJoinedWithItsRightNeighbour() {
    join(0);
  }

  /// A sweep joins the first two leaves, which have an item each.
  ///
  /// @param written the one that gets other items meanwhile
  private static void join(int written) {
    SmallTree tree = new SmallTree(100);
    TreeWriter other = tree.process();
    List<List<Integer>> items = tree.leaves().stream().limit(2).map(tree::items).toList();
    items.forEach(leaf -> tree.delete(other, PERIOD, leaf.subList(1, leaf.size())));
    SlowNodes slow =
        new SlowNodes(
            tree.store(),
            SlowWritersTest::isTransaction,
            () -> tree.put(other, LATER, items.get(written).subList(1, 8)));
    tree.sweep(tree.process(slow), LATER);
    assertTrue(slow.hasWaited(), "no leaves are joined");
    tree.check();
  }

  @Test
  void aRootDoesNotTakeWhatItsLastLeafWas() {
    SmallTree tree = new SmallTree(30);
    TreeWriter other = tree.process();
    assertEquals(2, tree.leaves().size());
    tree.delete(other, PERIOD, tree.items(tree.leaves().getFirst()));
    tree.interrupted(
        SlowWritersTest::isShrink,
        () -> tree.put(other, LATER, List.of(1_000)),
        slow -> tree.sweep(slow, LATER));
    tree.check();
  }

  @Test
  void aRootTakesNoNodesBelowWhichOthersWrite() {
    take(1);
    take(60);
  }

  /// A sweep lets the root take the children of its children, and others write below the first one
  /// meanwhile.
  ///
  /// @param written the number of items that they put
  private static void take(int written) {
    SmallTree tree = new SmallTree(150, SimulatedItems.limits(400, 6, 100_000, 100_000));
    TreeWriter other = tree.process();
    List<Integer> gone = tree.items().stream().filter(item -> item % 7 != 0).toList();
    tree.delete(other, PERIOD, gone);
    SlowNodes slow =
        new SlowNodes(
            tree.store(),
            SlowWritersTest::isTaking,
            () -> tree.put(other, LATER, gone.subList(0, written)));
    tree.sweep(tree.process(slow), LATER);
    assertTrue(slow.hasWaited(), "the root takes nothing");
    tree.check();
  }

  private static boolean isTaking(NodeRequest request) {
    return request instanceof NodeRequest.Transaction(var writes)
        && writes.stream().filter(write -> write.name() == Item.Name.C).count() > 2
        && writes.stream()
            .anyMatch(
                write -> write instanceof NodeRequest.Put(var node, Inner _, _) && node.isRoot());
  }

  /// A recount corrects one tally, and another process divides a leaf meanwhile.
  @Test
  void aRecountDoesNotUndoWhatOthersTell() {
    SmallTree tree = new SmallTree(30);
    TreeWriter other = tree.process();
    miscount(tree);
    tree.interrupted(
        request -> request instanceof NodeRequest.Put(_, InnerCounts _, _),
        () -> tree.put(other, PERIOD, IntStream.range(100, 150).boxed().toList()),
        slow -> assertTrue(slow.recount(GROUP) > 0));
    tree.check();
  }

  private static void miscount(SmallTree tree) {
    if (tree.store().item(ROOT, Item.Name.C) instanceof InnerCounts(var version, var children)) {
      Map<Long, Tally> wrong = new HashMap<>(children);
      wrong.merge(
          wrong.keySet().stream().min(Long::compare).orElseThrow(),
          new Tally(0, 5, Map.of()),
          (tally, more) -> Tally.sum(tally.version(), List.of(tally, more)));
      tree.store()
          .send(new NodeRequest.Put(ROOT, new InnerCounts(version + 1, wrong), Expected.PRESENT));
    }
  }

  /// An audit knows the way from before a leaf was divided, and finds the new leaves in its scan,
  /// and perhaps the old one.
  @Test
  void aNodeIsUnreachableOnlyAfterASecondLook() {
    SmallTree tree = new SmallTree(30);
    TreeWriter audit = tree.process();
    audit.look(GROUP, List.of(SmallTree.place(0)), PERIOD);
    NodeKey gone = tree.leaves().getLast();
    Item before = tree.store().item(gone, Item.Name.N);
    tree.put(tree.process(), PERIOD, IntStream.range(100, 150).boxed().toList());
    NodeKey made = tree.leaves().getLast();

    assertTrue(isReachable(audit, made, tree.store().item(made, Item.Name.N)));
    assertTrue(isReachable(audit, gone, before));
  }

  private static boolean isReachable(TreeWriter writer, NodeKey node, @Nullable Item item) {
    return item instanceof Item.Content content && writer.isReachable(node, content);
  }
}
