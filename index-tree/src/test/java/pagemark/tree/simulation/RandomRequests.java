package pagemark.tree.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Write;
import pagemark.tree.simulation.SimulatedNodes.ItemKey;

/// Draws requests for a few items, about half of which are done and half refused.
final class RandomRequests {
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
