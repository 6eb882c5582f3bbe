package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.request.Nodes;
import pagemark.tree.simulation.SimulatedNodes.ItemKey;

/// What [Nodes] do, for the simulated ones and for DynamoDB itself.
public abstract class NodesContract {
  private static final int SEEDS = 4;

  /// Nodes with an empty table for a generation.
  protected abstract Nodes nodes(String generation);

  private static NodeKey root(String generation) {
    return NodeKey.root(new GroupRef(generation, "by-time", new Group("g")));
  }

  @Test
  void randomRequestsDoWhatTheyDoToPlainItems() {
    long first = new Random().nextLong(1_000_000);
    for (long seed = first; seed < first + SEEDS; seed++) {
      System.out.println("requests of seed " + seed);
      sendRandom(seed);
    }
  }

  private void sendRandom(long seed) {
    Random random = new Random(seed);
    String generation = "random" + seed;
    NodeKey root = root(generation);
    List<NodeKey> keys = new ArrayList<>(List.of(root));
    for (long id : new long[] {1, 256, NodeKey.ID_END - 1, random.nextLong(NodeKey.ID_END)}) {
      keys.add(root.node(id));
    }
    Nodes nodes = nodes(generation);
    ModelledItems model = new ModelledItems();
    RandomRequests requests = new RandomRequests(random, keys, model);
    for (int step = 0; step < Extent.of(200, 2_000); step++) {
      List<NodeRequest> sent = requests.roundTrip();
      List<NodeAnswer> answers = nodes.send(sent);
      List<NodeAnswer> expected = new ArrayList<>();
      sent.forEach(request -> expected.add(model.answer(request)));
      assertEquals(expected, answers, "seed %d, step %d: %s".formatted(seed, step, sent));
    }
  }

  @Test
  void anUpdateTellsOfAHundredChildren() {
    NodeKey node = root("hundred");
    Nodes nodes = nodes("hundred");
    InnerCounts before = new InnerCounts(1, tallies(110, 0, 1L << 55));
    Map<Long, Tally> told = tallies(100, 0, (1L << 55) + 1);
    nodes.send(new NodeRequest.Put(node, before, Expected.ABSENT));
    Map<Long, Tally> after = new HashMap<>(before.children());
    after.putAll(told);
    InnerCounts expected = new InnerCounts(2, after);
    assertEquals(
        new NodeAnswer.Done(expected), nodes.send(new NodeRequest.RaiseTallies(node, told)));
    assertEquals(
        new NodeAnswer.Refused(expected), nodes.send(new NodeRequest.RaiseTallies(node, told)));
  }

  @Test
  void aHundredChildrenAreReplaced() {
    NodeKey node = root("replace");
    Nodes nodes = nodes("replace");
    InnerCounts before = new InnerCounts(8, tallies(101, 0, 3));
    nodes.send(new NodeRequest.Put(node, before, Expected.ABSENT));
    Set<Long> gone = tallies(50, 0, 1).keySet();
    Map<Long, Tally> made = tallies(50, 2000, 1);
    NodeAnswer answer =
        nodes.send(
            new NodeRequest.Transaction(
                List.<Write>of(new NodeRequest.ReplaceChildren(node, gone, made))));
    assertEquals(new NodeAnswer.Done(null), answer);
    Map<Long, Tally> after = new HashMap<>(before.children());
    after.keySet().removeAll(gone);
    after.putAll(made);
    assertEquals(
        new NodeAnswer.Node(null, new InnerCounts(9, after)),
        nodes.send(new NodeRequest.GetNode(node, true)));
  }

  private static Map<Long, Tally> tallies(int count, long from, long version) {
    Map<Long, Tally> tallies = new HashMap<>();
    for (long name = from; name < from + count; name++) {
      tallies.put(name, new Tally(version, name, Map.of(new Cell("1"), name + 1)));
    }
    return tallies;
  }

  @Test
  void aTransactionMakesAHundredWrites() {
    NodeKey root = root("writes");
    Nodes nodes = nodes("writes");
    List<Write> writes = new ArrayList<>();
    List<NodeRequest> reads = new ArrayList<>();
    List<NodeAnswer> expected = new ArrayList<>();
    for (int id = 0; id < NodeRequest.Transaction.WRITES_MAX; id++) {
      InnerCounts counts = new InnerCounts(id, Map.of());
      writes.add(new NodeRequest.Put(root.node(id), counts, Expected.ABSENT));
      reads.add(new NodeRequest.GetNode(root.node(id), true));
      expected.add(new NodeAnswer.Node(null, counts));
    }
    assertEquals(new NodeAnswer.Done(null), nodes.send(new NodeRequest.Transaction(writes)));
    assertEquals(expected, nodes.send(reads));
    assertEquals(new NodeAnswer.Refused(null), nodes.send(new NodeRequest.Transaction(writes)));
  }

  @Test
  void aGenerationWithoutATableIsReported() {
    Nodes nodes = nodes("there");
    NodeKey node = root("missing");
    Write put = new NodeRequest.Put(node, new InnerCounts(1, Map.of()), Expected.ABSENT);
    for (NodeRequest request :
        List.of(
            new NodeRequest.Get(node, true),
            new NodeRequest.GetNode(node, false),
            put,
            new NodeRequest.Delete(node, put.name(), Expected.PRESENT),
            new NodeRequest.RaiseTallies(node, tallies(1, 0, 1)),
            new NodeRequest.Transaction(List.of(put)))) {
      assertThrows(MissingGenerationException.class, () -> nodes.send(request));
    }
  }

  /// Draws requests for a few items, about half of which are done and half refused.
  private static final class RandomRequests {
    private final RandomGenerator random;
    private final RandomItems items;
    private final List<NodeKey> nodes;
    private final ModelledItems model;

    RandomRequests(RandomGenerator random, List<NodeKey> nodes, ModelledItems model) {
      this.random = random;
      this.items = new RandomItems(random);
      this.nodes = nodes;
      this.model = model;
    }

    /// Requests of one round trip. Only one of them is about each node, as they are in no order.
    List<NodeRequest> roundTrip() {
      List<NodeKey> some = new ArrayList<>(nodes);
      Collections.shuffle(some, random);
      List<NodeRequest> requests = new ArrayList<>();
      for (int n = random.nextInt(3); n >= 0; n--) {
        requests.add(request(some.removeFirst()));
      }
      if (random.nextInt(3) == 0) {
        requests.add(transaction(some));
      }
      return requests;
    }

    private NodeRequest request(NodeKey node) {
      return switch (random.nextInt(4)) {
        case 0 -> new NodeRequest.Get(node, random.nextBoolean());
        case 1 -> new NodeRequest.GetNode(node, random.nextBoolean());
        default -> write(new ItemKey(node, name()));
      };
    }

    private Item.Name name() {
      return random.nextBoolean() ? Item.Name.N : Item.Name.C;
    }

    private NodeRequest transaction(List<NodeKey> some) {
      Set<ItemKey> keys = new LinkedHashSet<>();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        keys.add(new ItemKey(some.get(random.nextInt(some.size())), name()));
      }
      return new NodeRequest.Transaction(keys.stream().map(this::write).toList());
    }

    private Write write(ItemKey key) {
      Item now = model.item(key);
      int kind = random.nextInt(key.name() == Item.Name.C ? 7 : 4);
      return switch (kind) {
        case 0 -> new NodeRequest.Delete(key.node(), key.name(), expected(key.name(), now));
        case 1, 2, 3 ->
            new NodeRequest.Put(key.node(), items.item(key.name()), expected(key.name(), now));
        case 4, 5 -> new NodeRequest.RaiseTallies(key.node(), tallies(now, 1));
        default -> new NodeRequest.ReplaceChildren(key.node(), gone(now), tallies(null, 0));
      };
    }

    private Expected expected(Item.Name name, @Nullable Item now) {
      return switch (random.nextInt(6)) {
        case 0 -> Expected.ABSENT;
        case 1 -> Expected.PRESENT;
        case 2 -> new Expected.Version(kind(name), items.version());
        default -> Expected.unchanged(now);
      };
    }

    private Class<? extends Item> kind(Item.Name name) {
      return switch (name) {
        case N -> random.nextBoolean() ? Leaf.class : Inner.class;
        case C -> InnerCounts.class;
      };
    }

    /// Mostly of children that are there.
    private Map<Long, Tally> tallies(@Nullable Item now, int least) {
      List<Long> known = known(now);
      Map<Long, Tally> tallies = new HashMap<>();
      for (int n = least + random.nextInt(3); n > 0; n--) {
        boolean any = known.isEmpty() || random.nextInt(9) == 0;
        tallies.put(any ? items.name() : known.get(random.nextInt(known.size())), items.tally());
      }
      return tallies;
    }

    private static List<Long> known(@Nullable Item now) {
      return now instanceof InnerCounts counts
          ? counts.children().keySet().stream().sorted().toList()
          : List.of();
    }

    /// At least one.
    private Set<Long> gone(@Nullable Item now) {
      Set<Long> gone = new HashSet<>(tallies(now, 1).keySet());
      gone.addAll(known(now).stream().limit(random.nextInt(2)).toList());
      return gone;
    }
  }
}
