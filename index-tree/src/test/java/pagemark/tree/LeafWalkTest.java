package pagemark.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.tree.simulation.SmallTree.GROUP;
import static pagemark.tree.simulation.SmallTree.LATER;
import static pagemark.tree.simulation.SmallTree.PERIOD;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.simulation.SlowNodes;
import pagemark.tree.simulation.SmallTree;
import pagemark.tree.write.TreeWriter;

final class LeafWalkTest {
  /// The last leaf goes after the walk has read its parent. Its left neighbour gets the range, and
  /// an item there. The walk reads this neighbour, misses the last leaf, and comes to the neighbour
  /// again.
  @Test
  void aLeafThatHasGotTheRangeOfItsNeighbourIsVisitedOnce() {
    SmallTree tree = new SmallTree(100);
    TreeWriter other = tree.process();
    assertTrue(tree.leaves().size() > 2);
    tree.delete(other, PERIOD, tree.items(tree.leaves().getLast()));
    Runnable meanwhile =
        () -> {
          int leaves = tree.leaves().size();
          tree.sweep(other, LATER);
          assertEquals(leaves - 1, tree.leaves().size());
          tree.put(other, LATER, List.of(1_000));
        };
    SlowNodes slow =
        new SlowNodes(
            tree.store(),
            request -> request instanceof NodeRequest.Get get && !get.node().isRoot(),
            meanwhile);

    List<Integer> visited = new ArrayList<>();
    LeafWalk walk = LeafWalk.of(slow, GROUP, _ -> {});
    for (Bytes from = Place.FIRST; from != null; ) {
      from =
          walk.part(
              from,
              registers ->
                  registers.forEach(
                      (place, register) -> {
                        if (register.isPresent()) {
                          visited.add(SmallTree.item(place));
                        }
                      }));
    }

    assertEquals(tree.items(), visited);
    tree.check();
  }
}
