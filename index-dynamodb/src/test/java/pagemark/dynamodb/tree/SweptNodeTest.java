package pagemark.dynamodb.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.GroupName;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.Item;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.NodeRequest;
import pagemark.dynamodb.request.NodeRequest.Expected;
import pagemark.dynamodb.simulation.SimulatedDynamo;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupRef;

final class SweptNodeTest {
  private static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("a"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final NodeKey RIGHT = ROOT.node(2);

  private final SimulatedDynamo dynamo = new SimulatedDynamo(GROUP.generation());
  private final Tree tree =
      new Tree(
          ROOT,
          GroupName.of(GROUP),
          dynamo,
          NodeLimits.DEFAULT,
          new Structures(),
          new Random(1),
          _ -> {});

  private void put(NodeKey node, Item... items) {
    for (Item item : items) {
      dynamo.send(List.of(new NodeRequest.Put(node, item, new Expected.Absent())));
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

    Inner root = assertInstanceOf(Inner.class, dynamo.item(ROOT, Item.Name.N));
    assertEquals(List.of(RIGHT.id()), root.children().stream().map(Child::id).toList());
  }
}
