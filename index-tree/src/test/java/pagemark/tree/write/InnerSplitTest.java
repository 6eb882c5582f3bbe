package pagemark.tree.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.Nodes;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.write.TreeWriter.Structures;

final class InnerSplitTest {
  private static final GroupRef GROUP = new GroupRef("g1", "by-time", new Group("a"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final NodeLimits SHAPE = SimulatedItems.limits(1_024, 4, 400, 16_384);

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());

  private static Inner root(int children) {
    List<Child> all = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      all.add(new Child(i == 0 ? Child.FIRST : Bytes.utf8("" + i), i + 1, i + 1));
    }
    return new Inner(children, null, true, children + 1, all, GroupName.of(GROUP));
  }

  /// Another process has added the fifth child, and dies before it divides the node. Its
  /// transaction becomes visible item by item: the counts have the child, and the structure has it
  /// not.
  @Test
  void aNodeThatIsBeingChangedIsReadAgain() {
    Map<Long, Tally> tallies = new HashMap<>();
    root(5).names().forEach(name -> tallies.put(name, new Tally(1, 7, Map.of())));
    InnerCounts counts = new InnerCounts(5, tallies);
    store.send(List.of(new NodeRequest.Put(ROOT, root(5), Expected.ABSENT)));
    store.send(List.of(new NodeRequest.Put(ROOT, counts, Expected.ABSENT)));
    List<NodeAnswer> torn = new ArrayList<>(List.of(new NodeAnswer.Node(root(4), counts)));
    Nodes nodes =
        requests ->
            requests.getFirst() instanceof NodeRequest.GetNode && !torn.isEmpty()
                ? List.of(torn.removeFirst())
                : store.send(requests);
    Tree tree =
        new Tree(
            ROOT, GroupName.of(GROUP), nodes, SHAPE, new Structures(SHAPE), new Random(1), _ -> {});

    new InnerSplit(tree).check(List.of(), ROOT, root(4), List.of(ofManyCells()));

    assertEquals(List.of(), torn);
    Inner root = assertInstanceOf(Inner.class, store.item(ROOT, Item.Name.N));
    assertEquals(2, root.children().size(), "divided");
  }

  private static Tally ofManyCells() {
    Map<Cell, Long> cells = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      cells.put(new Cell("" + i), 1L);
    }
    return new Tally(1, 100, cells);
  }
}
