package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;

/// Walks a group's tree and checks all that must be so at rest: ranges, order, the counts of every
/// level and cell, and that no item belongs to nothing.
public final class TreeCheck {
  private final SimulatedNodes store;
  private final Set<NodeKey> seen = new HashSet<>();
  private final List<Entry> entries = new ArrayList<>();
  private int levels;

  private TreeCheck(SimulatedNodes store) {
    this.store = store;
  }

  /// Checks a group. No other group may be in its table.
  ///
  /// @return its entries, in order
  /// @throws AssertionError if anything is wrong
  public static List<Entry> entries(SimulatedNodes store, NodeKey root) {
    TreeCheck check = new TreeCheck(store);
    check.run(root);
    return check.entries;
  }

  /// Checks all groups of a table.
  ///
  /// @return their entries, group by group, each in order
  /// @throws AssertionError if anything is wrong
  public static List<Entry> entries(SimulatedNodes store, List<NodeKey> roots) {
    TreeCheck check = new TreeCheck(store);
    roots.forEach(root -> check.walk(root, Child.FIRST, null, 1));
    check.requireNothingElse();
    return check.entries;
  }

  /// The number of levels of a group; 1 if its root is a leaf.
  public static int levels(SimulatedNodes store, NodeKey root) {
    TreeCheck check = new TreeCheck(store);
    check.run(root);
    return check.levels;
  }

  private void run(NodeKey root) {
    if (store.nodes().isEmpty()) {
      return;
    }
    walk(root, Child.FIRST, null, 1);
    requireNothingElse();
  }

  private void requireNothingElse() {
    Set<NodeKey> lost = new HashSet<>(store.nodes());
    lost.removeAll(seen);
    assertTrue(lost.isEmpty(), () -> "belongs to nothing: " + lost);
  }

  private Tally walk(NodeKey node, Bytes from, @Nullable Bytes to, int level) {
    levels = Math.max(levels, level);
    assertTrue(seen.add(node), () -> "a child twice: " + node);
    return switch (store.item(node, Item.Name.N)) {
      case Leaf leaf -> leaf(node, leaf, from, to);
      case Inner inner -> inner(node, inner, from, to, level);
      case null, default -> fail("missing: " + node);
    };
  }

  private Tally leaf(NodeKey node, Leaf leaf, Bytes from, @Nullable Bytes to) {
    assertEquals(null, store.item(node, Item.Name.C), () -> "counts of a leaf: " + node);
    leaf.registers()
        .forEach(
            (place, register) -> {
              boolean fits = place.compareTo(from) >= 0 && (to == null || place.compareTo(to) < 0);
              assertTrue(fits, () -> "out of range: " + place + " in " + node);
              if (register.cell() != null) {
                entries.add(new Entry(register.cell(), Place.position(place)));
              }
            });
    return leaf.tally();
  }

  private Tally inner(NodeKey node, Inner inner, Bytes from, @Nullable Bytes to, int level) {
    InnerCounts counts = (InnerCounts) store.item(node, Item.Name.C);
    assertNotNull(counts, () -> "no counts of " + node);
    assertEquals(inner.names(), counts.children().keySet(), () -> "children and counts of " + node);
    assertEquals(inner.children().size(), inner.names().size(), () -> "a name twice in " + node);
    assertEquals(to, inner.end(), () -> "the end of " + node);
    List<Tally> tallies = new ArrayList<>();
    for (int i = 0; i < inner.children().size(); i++) {
      Child child = inner.children().get(i);
      Bytes begin = i == 0 ? from : child.separator();
      assertTrue(i > 0 || child.separator().length() == 0, "a first separator");
      assertTrue(
          i == 0 || begin.compareTo(i == 1 ? from : inner.children().get(i - 1).separator()) > 0);
      boolean isLeaf = store.item(node.node(child.id()), Item.Name.N) instanceof Leaf;
      assertEquals(inner.overLeaves(), isLeaf, () -> "the kind of children of " + node);
      Tally real = walk(node.node(child.id()), begin, inner.endOf(i), level + 1);
      Tally told = counts.children().get(child.name());
      boolean isBelieved = i < inner.countedChildren().size();
      if (told == null || (isBelieved && !told.counts(real)) || told.version() > real.version()) {
        fail("a miscount in %s: %s, but its child has %s".formatted(node, told, real));
      }
      tallies.add(real);
    }
    return Tally.sum(counts.version(), tallies);
  }
}
