package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.Nodes;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// A group grows to three levels and shrinks to nothing, again and again, while its writer is
/// killed at any request. After each batch some earlier requests are done once more, however old
/// they are. None of them may do anything: ids are never used again, versions and names only rise,
/// and a root's versions begin anywhere.
final class LateRequestsTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final NodeKey ROOT = NodeKey.root(GROUP);
  private static final NodeLimits SMALL = SimulatedItems.limits(160, 3, 100_000, 100_000);
  private static final int SEEDS = 12;
  private static final int BATCHES = 150;
  private static final int ITEMS = 60;
  private static final int[] TARGETS = {0, 0, 2, 15, 40};

  private static int livesOf(long seed) {
    World world = new World(seed);
    world.run();
    return world.lives;
  }

  @Test
  void changeNothing() {
    int lives = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      lives += livesOf(seed);
    }
    System.out.println("%d lives".formatted(lives));
    assertTrue(lives > SEEDS, "the group hardly ever ended");
  }

  /// One group with its writer.
  private static final class World {
    private final long seed;
    private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
    private final Random random;
    private final TreeWriter writer;
    private final TreeSet<Integer> items = new TreeSet<>();
    private final List<NodeRequest> earlier = new ArrayList<>();
    private int target;
    private int sequence;
    private long period = 1;
    private int lives;

    World(long seed) {
      this.seed = seed;
      random = new Random(seed);
      writer = new TreeWriter(new Kept(), SMALL, random, _ -> {});
    }

    /// Keeps all requests, and fails at some.
    private final class Kept implements Nodes {
      @Override
      public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
        if (random.nextInt(40) == 0) {
          throw new IndexException.Unavailable("killed", null);
        }
        requests.stream().filter(World::mayComeLate).forEach(earlier::add);
        return store.send(requests);
      }
    }

    /// DynamoDB refuses a request that was signed 15 minutes ago, and a group needs days to go. So
    /// what creates a root does not meet the next life of the group.
    private static boolean mayComeLate(NodeRequest request) {
      return switch (request) {
        case NodeRequest.Read _ -> false;
        case NodeRequest.Transaction transaction ->
            transaction.writes().stream().allMatch(World::mayComeLate);
        case NodeRequest.Put(var node, _, var expected) ->
            !node.isRoot() || !expected.equals(Expected.ABSENT);
        case NodeRequest.Write _ -> true;
      };
    }

    void run() {
      for (int batch = 0; batch < BATCHES; batch++) {
        List<PlaceOp> ops = ops();
        untilDone(() -> writer.write(GROUP, ops, period, () -> false));
        if (random.nextInt(4) == 0) {
          period++;
          untilDone(this::sweep);
        }
        endLife();
        for (int n = Math.min(20, earlier.size()); n > 0; n--) {
          store.execute(earlier.get(random.nextInt(earlier.size())));
        }
        assertEquals(
            items.stream().map(item -> new Entry(Cell.WHOLE, position(item))).toList(),
            TreeCheck.entries(store, ROOT),
            () -> "seed " + seed);
      }
    }

    private static void untilDone(Runnable work) {
      boolean isDone = false;
      while (!isDone) {
        try {
          work.run();
          isDone = true;
        } catch (IndexException.Unavailable e) {
          // it comes again
        }
      }
    }

    private void sweep() {
      SmallTree.sweep(store, writer, GROUP, period);
    }

    /// Tallies do not come later than the group's end, for the same reason.
    private void endLife() {
      if (store.nodes().isEmpty() && !earlier.isEmpty()) {
        lives++;
        earlier.removeIf(request -> !(request instanceof NodeRequest.Put));
      }
    }

    /// Some of the changes that bring the group to the size that it tends to.
    private List<PlaceOp> ops() {
      if (items.size() == target && random.nextInt(5) == 0) {
        target = TARGETS[random.nextInt(TARGETS.length)];
      }
      boolean grows = items.size() < target;
      List<PlaceOp> ops = new ArrayList<>();
      for (int n = random.nextInt(8); n > 0 && items.size() != target; n--) {
        Integer item = random.nextInt(ITEMS);
        if (!grows) {
          item = Objects.requireNonNullElseGet(items.ceiling(item), items::first);
        }
        if (grows ? items.add(item) : items.remove(item)) {
          ops.add(op(item, grows));
        }
      }
      return ops;
    }

    private PlaceOp op(int item, boolean isHere) {
      Rule newer = new Rule.Newer(new Sequence(Integer.toString(++sequence)));
      return new PlaceOp(0, Place.of(position(item)), isHere ? Cell.WHOLE : null, newer);
    }

    private static Position position(int item) {
      return new Position(item, Bytes.utf8("item"));
    }
  }
}
