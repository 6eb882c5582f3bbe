package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Verdict;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.Nodes;
import pagemark.tree.write.NodeLimits;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// An item moves within its group, often into another leaf. DynamoDB does the writer's requests in
/// any order, and throttles some. After each request the item is at its old place or at its new
/// one.
final class MovedItemTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final NodeLimits SMALL = SimulatedItems.limits(240, 4, 100_000, 100_000);
  private static final long SEED = 7;
  private static final int ITEMS = 40;
  private static final int MOVES = 100;

  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());
  private final Random random = new Random(SEED);
  private List<Bytes> watched = List.of();
  private int sequence;

  /// Does requests one by one.
  private final class OneByOne implements Nodes {
    @Override
    public List<NodeAnswer> send(List<? extends NodeRequest> requests) {
      List<Integer> order = new ArrayList<>();
      requests.forEach(_ -> order.add(order.size()));
      Collections.shuffle(order, random);
      NodeAnswer[] answers = new NodeAnswer[requests.size()];
      for (int i : order) {
        boolean isThrottled =
            !(requests.get(i) instanceof NodeRequest.Read) && random.nextInt(10) == 0;
        answers[i] = isThrottled ? new NodeAnswer.Busy() : store.execute(requests.get(i));
        assertTrue(
            watched.isEmpty() || watched.stream().anyMatch(MovedItemTest.this::isPresent),
            () -> "seed %d: missing after %s".formatted(SEED, requests.get(i)));
      }
      return List.of(answers);
    }
  }

  private boolean isPresent(Bytes place) {
    return store.nodes().stream()
        .map((NodeKey node) -> store.item(node, Item.Name.N))
        .filter(Leaf.class::isInstance)
        .map(Leaf.class::cast)
        .map(leaf -> leaf.registers().get(place))
        .filter(Objects::nonNull)
        .anyMatch(register -> register.isPresent());
  }

  private PlaceOp op(Bytes place, boolean isHere) {
    Rule newer = new Rule.Newer(new Sequence(Integer.toString(++sequence)));
    return new PlaceOp(0, place, isHere ? Cell.WHOLE : null, newer);
  }

  @Test
  void isNeverMissing() {
    TreeWriter writer = new TreeWriter(new OneByOne(), SMALL, random, _ -> {});
    List<Bytes> places = new ArrayList<>();
    for (int item = 0; item < ITEMS; item++) {
      places.add(place(item));
      writer.write(GROUP, List.of(op(places.getLast(), true)), 1, () -> false);
    }
    for (int move = 0; move < MOVES; move++) {
      int item = random.nextInt(ITEMS);
      Bytes old = places.get(item);
      Bytes now = place(item);
      if (!now.equals(old)) {
        places.set(item, now);
        watched = List.of(old, now);
        writer.write(GROUP, List.of(op(old, false), op(now, true)), 1, () -> false);
      }
    }
  }

  /// More is said of one leaf than a transaction can split. Those that move come first in the leaf,
  /// and last in it afterwards.
  @Test
  void isNeverMissingIfTheOpsOfALeafAreCut() {
    TreeWriter writer = new TreeWriter(new OneByOne(), SMALL, random, _ -> {});
    List<PlaceOp> first = new ArrayList<>();
    List<PlaceOp> moves = new ArrayList<>();
    for (int item = 0; item < 4; item++) {
      first.add(numbered(item, longPlace(0, item), true));
      moves.add(numbered(item, longPlace(0, item), false));
      moves.add(numbered(item, longPlace(9, item), true));
    }
    writer.write(GROUP, first, 1, () -> false);
    for (int item = 4; item < ITEMS; item++) {
      moves.add(numbered(item, longPlace(5, item), true));
    }
    watched = List.of(longPlace(0, 0), longPlace(9, 0));
    writer.write(GROUP, moves, 1, () -> false);
  }

  private static Bytes longPlace(int score, int item) {
    return Place.of(
        new Position(score, Bytes.utf8("a long key of some item %030d".formatted(item))));
  }

  private PlaceOp numbered(int change, Bytes place, boolean isHere) {
    PlaceOp op = op(place, isHere);
    return new PlaceOp(change, op.place(), op.cell(), op.rule());
  }

  /// A repair says what the table has, here of places in two leaves.
  @Test
  void staysIfItsRepairIsRefusedInAnotherLeaf() {
    SmallTree tree = new SmallTree(30);
    TreeWriter writer = tree.process();
    Bytes here = SmallTree.place(0);
    Bytes there = SmallTree.place(29);
    assertEquals(2, tree.leaves().size());
    Fence seen =
        writer.look(SmallTree.GROUP, List.of(here), SmallTree.PERIOD).getFirst().fence(here);
    Rule ofHere = new Rule.Unchanged(seen, Map.of(), new Sequence("9"), "1.x");
    Rule ofThere = new Rule.Unchanged(null, Map.of(), new Sequence("9"), "1.x");
    List<PlaceOp> repair =
        List.of(new PlaceOp(0, here, null, ofHere), new PlaceOp(0, there, Cell.WHOLE, ofThere));
    assertEquals(
        Map.of(0, Verdict.REFUSED),
        writer.write(SmallTree.GROUP, repair, SmallTree.PERIOD, () -> false).orElseThrow());
    tree.check();
  }

  private Bytes place(int item) {
    return Place.of(new Position(random.nextInt(1_000), Bytes.utf8("item" + item)));
  }
}
