package pagemark.tree.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.tree.node.NodeKey;
import pagemark.tree.simulation.SimulatedItems;
import pagemark.tree.simulation.SimulatedNodes;
import pagemark.tree.simulation.TreeCheck;

/// Writes a batch of keys of the greatest length. Each is a leaf of its own, and a transaction
/// splits only a few.
final class LongKeysTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("long"));
  private static final int RECORDS = 600;

  private final Random random = new Random(1);

  private PlaceOp insert(int number) {
    byte[] key = new byte[2_048];
    random.nextBytes(key);
    Bytes place = Place.of(new Position(random.nextInt(100), Bytes.of(key)));
    return new PlaceOp(number, place, Cell.WHOLE, new Rule.Newer(new Sequence("1")));
  }

  @Test
  void aWriterThatNobodyDisturbsNeitherWaitsNorGivesUp() {
    SimulatedNodes store = new SimulatedNodes("g");
    TreeWriter writer =
        new TreeWriter(store, SimulatedItems.LIMITS, random, _ -> fail("waits for nobody"));
    List<PlaceOp> ops = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      ops.add(insert(i));
    }

    assertTrue(writer.write(GROUP, ops, 20_000, () -> false).isPresent());

    assertEquals(RECORDS, TreeCheck.entries(store, NodeKey.root(GROUP)).size());
  }
}
