package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// A table that keeps its newest items and lets the oldest expire. Entries come at one end of the
/// group and go at the other, and the nodes must go with them.
final class SlidingWindowTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final int WINDOW = 3_000;
  private static final int PER_DAY = 1_000;
  private static final int BATCH = 100;

  private final SimulatedNodes store = new SimulatedNodes("g");
  private final TreeWriter writer =
      new TreeWriter(store, SimulatedItems.LIMITS, new Random(1), _ -> {});
  private final Deque<Bytes> places = new ArrayDeque<>();
  private long sequence;
  private long period = 20_000;

  private PlaceOp op(Bytes place, @Nullable Cell cell) {
    sequence += 1_000;
    return new PlaceOp(0, place, cell, new Rule.Newer(new Sequence("" + sequence)));
  }

  private PlaceOp insert() {
    Bytes place = Place.of(new Position(sequence, Bytes.utf8("item-%09d".formatted(sequence))));
    places.add(place);
    return op(place, Cell.WHOLE);
  }

  /// Writes a day's records: each new item, and for each the oldest one that expires.
  private void day(boolean expires) {
    for (int written = 0; written < PER_DAY; written += BATCH) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        ops.add(insert());
        if (expires) {
          ops.add(op(places.remove(), null));
        }
      }
      assertTrue(writer.write(GROUP, ops, period, () -> false).isPresent());
    }
    period++;
  }

  /// Lets all registers expire, as the sweep of each day finds them then.
  private void rest() {
    period += 2;
    while (sweep() > 0) {
      // until nothing is left to remove
    }
  }

  private long sweep() {
    return SmallTree.sweep(store, writer, GROUP, period);
  }

  @Test
  void aWindowThatSlidesTenTimesItsSizeEndsAsItBegan() {
    for (int written = 0; written < WINDOW; written += PER_DAY) {
      day(false);
    }
    rest();
    int nodes = store.nodes().size();
    int levels = TreeCheck.levels(store, ROOT);

    int most = 0;
    for (int slid = 0; slid < 10 * WINDOW; slid += PER_DAY) {
      day(true);
      sweep();
      most = Math.max(most, store.nodes().size());
    }
    rest();

    assertEquals(WINDOW, TreeCheck.entries(store, ROOT).size());
    int left = store.nodes().size();
    assertTrue(left <= 1.1 * nodes, "%d nodes at first, %d at last".formatted(nodes, left));
    assertTrue(most <= 3 * nodes, "%d nodes at first, up to %d".formatted(nodes, most));
    // Places that entries have left say so for a day or two. This takes leaves, and so a level.
    assertTrue(TreeCheck.levels(store, ROOT) <= levels + 1);
  }
}
