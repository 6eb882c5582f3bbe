package pagemark.tree.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.write.TreeWriter.Structures;

final class SweptNodeTest {
  private static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("a"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final NodeKey RIGHT = ROOT.node(2);

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
  private final Tree tree =
      new Tree(
          ROOT,
          GroupName.of(GROUP),
          store,
          SimulatedItems.LIMITS,
          new Structures(SimulatedItems.LIMITS),
          new Random(1),
          _ -> {});

  private void put(NodeKey node, Item... items) {
    for (Item item : items) {
      store.send(List.of(new NodeRequest.Put(node, item, new Expected.Absent())));
    }
  }

  private static Tally tally(long version, long entries) {
    return new Tally(version, entries, Map.of());
  }

  /// A transaction that splits a leaf of the child becomes visible item by item: the child has its
  /// new leaf, and no tally of it yet.
  @Test
  void aRootDoesNotTakeAChildThatIsBeingChanged() {
    Child right = new Child(Child.FIRST, RIGHT.id(), 2);
    put(
        ROOT,
        new Inner(8, null, false, 3, List.of(right), GroupName.of(GROUP)),
        new InnerCounts(20, Map.of(2L, tally(9, 7))));
    List<Child> children =
        List.of(new Child(Child.FIRST, 12, 3), new Child(Bytes.utf8("z"), 13, 4));
    put(
        RIGHT,
        new Inner(2, null, true, 5, children, null),
        new InnerCounts(9, Map.of(3L, tally(1, 7))));

    children.forEach(child -> put(ROOT.node(child.id()), new Leaf(1, 5, new TreeMap<>())));

    new SweptNode(tree, 5).step(Child.FIRST);

    Inner root = assertInstanceOf(Inner.class, store.item(ROOT, Item.Name.N));
    assertEquals(List.of(RIGHT.id()), root.children().stream().map(Child::id).toList());
  }
}
