package pagemark.tree.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.Nodes;

/// Makes the tree of a group from its entries, from the leaves up.
///
/// @param leafSizes the number of entries of each leaf, at least 1
/// @param fanOuts the number of children of each inner node, at least 2
/// @param sparse whether there are empty leaves too, and registers that say that nothing is there
record TreeBuilder(
    Nodes nodes,
    GroupRef group,
    Random random,
    IntSupplier leafSizes,
    IntSupplier fanOuts,
    boolean sparse) {
  private static final long CLOCK = 7;

  /// A node that has no parent yet.
  ///
  /// @param low the first place of its range
  private record Built(Bytes low, Item.Content content, @Nullable InnerCounts counts) {
    Tally tally() {
      return counts != null ? counts.tally() : ((Leaf) content).tally();
    }
  }

  /// @return the number of levels of inner nodes
  int build(NavigableMap<Bytes, Cell> entries) {
    List<Built> level = leaves(entries);
    int levels = 0;
    while (level.size() > 1) {
      level = above(level);
      levels++;
    }
    put(NodeKey.root(group), named(level.getFirst()));
    return levels;
  }

  private Built named(Built root) {
    GroupName name = GroupName.of(group);
    Item.Content content =
        switch (root.content()) {
          case Leaf leaf -> new Leaf(leaf.version(), CLOCK, leaf.registers(), 1, name);
          case Inner inner ->
              new Inner(
                  inner.version(),
                  null,
                  inner.overLeaves(),
                  inner.nextName(),
                  inner.children(),
                  name);
        };
    return new Built(root.low(), content, root.counts());
  }

  private void put(NodeKey key, Built node) {
    nodes.send(new NodeRequest.Put(key, node.content(), Expected.ABSENT));
    if (node.counts() != null) {
      nodes.send(new NodeRequest.Put(key, node.counts(), Expected.ABSENT));
    }
  }

  private List<Built> leaves(NavigableMap<Bytes, Cell> entries) {
    List<Bytes> lows = lows(List.copyOf(entries.keySet()));
    List<Built> leaves = new ArrayList<>();
    for (int i = 0; i < lows.size(); i++) {
      NavigableMap<Bytes, Cell> within = entries.tailMap(lows.get(i), true);
      if (i + 1 < lows.size()) {
        within = within.headMap(lows.get(i + 1), false);
      }
      NavigableMap<Bytes, Register> registers = new TreeMap<>();
      within.forEach((place, cell) -> registers.put(place, new Register(cell, null)));
      if (sparse && !lows.get(i).equals(Child.FIRST)) {
        registers.putIfAbsent(lows.get(i), new Register(null, null));
      }
      leaves.add(new Built(lows.get(i), new Leaf(version(), CLOCK, registers), null));
    }
    return leaves;
  }

  /// The first places of the leaves' ranges.
  private List<Bytes> lows(List<Bytes> places) {
    List<Bytes> lows = new ArrayList<>(List.of(Child.FIRST));
    int at = 0;
    while (at < places.size()) {
      Bytes separator = at == 0 ? Child.FIRST : separator(places.get(at - 1), places.get(at));
      if (at > 0) {
        lows.add(separator);
      }
      if (sparse && random.nextInt(5) == 0 && !separator.equals(places.get(at))) {
        lows.add(places.get(at));
      }
      at += leafSizes.getAsInt();
    }
    if (sparse && !places.isEmpty() && random.nextInt(5) == 0) {
      byte[] last = places.getLast().toArray();
      lows.add(Bytes.of(Arrays.copyOf(last, last.length + 1)));
    }
    return lows;
  }

  /// The shortest byte string between two places.
  private static Bytes separator(Bytes before, Bytes place) {
    byte[] bytes = place.toArray();
    return Bytes.of(Arrays.copyOf(bytes, Arrays.mismatch(before.toArray(), bytes) + 1));
  }

  private List<Built> above(List<Built> level) {
    List<Built> above = new ArrayList<>();
    for (int from = 0; from < level.size(); ) {
      int to = Math.min(level.size(), from + fanOuts.getAsInt());
      above.add(inner(level.subList(from, to), to < level.size() ? level.get(to).low() : null));
      from = to;
    }
    return above;
  }

  private Built inner(List<Built> below, @Nullable Bytes end) {
    List<Child> children = new ArrayList<>();
    Map<Long, Tally> tallies = new HashMap<>();
    long name = random.nextInt(50);
    for (Built child : below) {
      long id = random.nextLong(1, NodeKey.ID_END);
      put(NodeKey.root(group).node(id), child);
      children.add(new Child(children.isEmpty() ? Child.FIRST : child.low(), id, name));
      tallies.put(name, child.tally());
      name += 1 + random.nextInt(2);
    }
    boolean overLeaves = below.getFirst().content() instanceof Leaf;
    Inner inner = new Inner(version(), end, overLeaves, name, children, null);
    return new Built(below.getFirst().low(), inner, new InnerCounts(version(), tallies));
  }

  private long version() {
    return random.nextInt(1, 1_000);
  }
}
