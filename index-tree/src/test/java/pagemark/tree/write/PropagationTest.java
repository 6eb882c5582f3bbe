package pagemark.tree.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.Pause;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.write.TreeWriter.Structures;

/// Tells counts in a tree that has changed since the writer learnt its structures.
final class PropagationTest {
  private static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("a"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final NodeKey LEFT = ROOT.node(1);
  private static final NodeKey RIGHT = ROOT.node(2);
  private static final Bytes END_OF_LEFT = Bytes.utf8("n");
  private static final Child A = new Child(Child.FIRST, 11, 1);
  private static final Child M = new Child(Bytes.utf8("m"), 12, 2);
  private static final Child Z = new Child(Bytes.utf8("z"), 13, 3);

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
  private final Structures structures = new Structures(SimulatedItems.LIMITS);
  private final Tree tree = tree(_ -> {});

  private Tree tree(Pause pause) {
    GroupName name = GroupName.of(GROUP);
    Random random = new Random(1);
    return new Tree(ROOT, name, store, SimulatedItems.LIMITS, structures, random, pause);
  }

  private void put(NodeKey node, Item item) {
    store.send(List.of(new NodeRequest.Put(node, item, new Expected.Absent())));
  }

  private Map<Long, Tally> counts(NodeKey node) {
    return assertInstanceOf(InnerCounts.class, store.item(node, Item.Name.C)).children();
  }

  private static Tally tally(long version, long entries) {
    return new Tally(version, entries, Map.of());
  }

  /// Leaf `Z` was a child of the right node, until another process joined that node to the left
  /// one. This writer still knows the left one as it was, and another thread has forgotten the
  /// right one. So it finds the way to `A` in what it knows, and reads the left node anew for `Z`.
  @Test
  void aChildThatHasMovedIsNotToldUnderTheNameOfAnother() {
    GroupName name = GroupName.of(GROUP);
    put(ROOT, new Inner(8, null, false, 6, List.of(new Child(Child.FIRST, LEFT.id(), 5)), name));
    put(ROOT, new InnerCounts(20, Map.of(5L, tally(30, 6))));
    put(LEFT, new Inner(4, null, true, 4, List.of(A, M, Z), null));
    put(LEFT, new InnerCounts(30, Map.of(1L, tally(7, 1), 2L, tally(3, 2), 3L, tally(9, 3))));
    Child left = new Child(Child.FIRST, LEFT.id(), 1);
    Child right = new Child(END_OF_LEFT, RIGHT.id(), 2);
    structures.put(ROOT, new Inner(7, null, false, 3, List.of(left, right), name));
    structures.put(LEFT, new Inner(3, END_OF_LEFT, true, 3, List.of(A, M), null));

    new Propagation(tree)
        .raise(
            List.of(
                new ChangedNode(Bytes.utf8("b"), LEFT.node(A.id()), tally(8, 10), false),
                new ChangedNode(Bytes.utf8("zz"), LEFT.node(Z.id()), tally(10, 30), false)));

    assertEquals(Map.of(1L, tally(8, 10), 2L, tally(3, 2), 3L, tally(10, 30)), counts(LEFT));
    InnerCounts root = assertInstanceOf(InnerCounts.class, store.item(ROOT, Item.Name.C));
    assertEquals(42, root.tally().entries());
  }

  /// Another thread has read the root before leaf `M` was made, and its answer came last. So the
  /// known way to `M` leads to `A`, as if `M` had been replaced.
  @Test
  void aNodeThatAnOldPathDoesNotKnowIsToldAfterASecondLook() {
    GroupName name = GroupName.of(GROUP);
    put(ROOT, new Inner(8, null, true, 3, List.of(A, M), name));
    put(ROOT, new InnerCounts(20, Map.of(1L, tally(7, 1), 2L, tally(3, 2))));
    structures.put(ROOT, new Inner(7, null, true, 2, List.of(A), name));

    new Propagation(tree)
        .raise(List.of(new ChangedNode(Bytes.utf8("mm"), ROOT.node(M.id()), tally(4, 5), false)));

    assertEquals(Map.of(1L, tally(7, 1), 2L, tally(4, 5)), counts(ROOT));
  }

  /// A writer has split a leaf of the right node, and died before it told the root. This writer
  /// knows the tree as it was before the right node was cut off from the left one.
  @Test
  void theCountsOfANodeThatDoesNotHoldThePlaceTellNothing() {
    GroupName name = GroupName.of(GROUP);
    Child left = new Child(Child.FIRST, LEFT.id(), 1);
    Child right = new Child(END_OF_LEFT, RIGHT.id(), 2);
    put(ROOT, new Inner(8, null, false, 3, List.of(left, right), name));
    put(ROOT, new InnerCounts(20, Map.of(1L, tally(30, 3), 2L, tally(9, 3))));
    put(LEFT, new Inner(4, END_OF_LEFT, true, 3, List.of(A, M), null));
    put(LEFT, new InnerCounts(30, Map.of(1L, tally(7, 1), 2L, tally(3, 2))));
    put(RIGHT, new Inner(2, null, true, 4, List.of(new Child(Child.FIRST, Z.id(), 3)), null));
    put(RIGHT, new InnerCounts(10, Map.of(3L, tally(1, 7))));
    structures.put(ROOT, new Inner(7, null, false, 2, List.of(left), name));
    structures.put(LEFT, new Inner(3, null, true, 4, List.of(A, M, Z), null));

    new Propagation(tree).raise(List.of(ChangedNode.at(Bytes.utf8("zz"))));

    assertEquals(Map.of(1L, tally(30, 3), 2L, tally(10, 7)), counts(ROOT));
  }

  /// A transaction that splits a leaf of the left node becomes visible item by item: the node has
  /// its new leaf, and no tally of it yet. Its counts are then of two moments.
  @Test
  void theCountsOfANodeThatIsBeingChangedTellNothing() {
    Child left = new Child(Child.FIRST, LEFT.id(), 1);
    Child right = new Child(END_OF_LEFT, RIGHT.id(), 2);
    Inner root = new Inner(8, null, false, 3, List.of(left, right), GroupName.of(GROUP));
    Inner node = new Inner(4, END_OF_LEFT, true, 3, List.of(A, M), null);
    put(ROOT, root);
    put(ROOT, new InnerCounts(20, Map.of(1L, tally(29, 3), 2L, tally(9, 3))));
    put(LEFT, node);
    put(LEFT, new InnerCounts(30, Map.of(1L, tally(7, 1))));
    structures.put(ROOT, root);
    structures.put(LEFT, node);
    Tree visibleLater = tree(_ -> countBoth());

    new Propagation(visibleLater).raise(List.of(ChangedNode.at(Bytes.utf8("b"))));

    assertEquals(Map.of(1L, tally(31, 3), 2L, tally(9, 3)), counts(ROOT));
  }

  private void countBoth() {
    InnerCounts both = new InnerCounts(31, Map.of(1L, tally(7, 1), 2L, tally(3, 2)));
    store.send(List.of(new NodeRequest.Put(LEFT, both, new Expected.Present())));
  }
}
