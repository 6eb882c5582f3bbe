package pagemark.tree.request;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;

/// A request to the store about one item or node, or a transaction.
public sealed interface NodeRequest {
  /// A read.
  sealed interface Read extends NodeRequest {
    NodeKey node();

    /// Whether everything that was acknowledged before is seen; it may cost twice as much.
    boolean consistent();
  }

  /// Reads the content of a node.
  record Get(NodeKey node, boolean consistent) implements Read {}

  /// Reads both items of a node.
  record GetNode(NodeKey node, boolean consistent) implements Read {}

  /// A conditional write of one item.
  sealed interface Write extends NodeRequest {
    NodeKey node();

    /// Which of the node's two items is written: its counts, but in a [Put] or a [Delete].
    default Item.Name name() {
      return Item.Name.C;
    }
  }

  /// Writes a whole item.
  record Put(NodeKey node, Item item, Expected expected) implements Write {
    @Override
    public Item.Name name() {
      return item.name();
    }
  }

  /// The writes of both items of a new inner node.
  static List<Write> making(NodeKey node, InnerNode made) {
    return List.of(
        new Put(node, made.inner(), Expected.ABSENT),
        new Put(node, made.counts(), Expected.ABSENT));
  }

  /// Deletes an item.
  record Delete(NodeKey node, Item.Name name, Expected expected) implements Write {}

  /// Replaces tallies in the counts of a node by newer ones: if the node has all of them, and each
  /// is older than the new one.
  ///
  /// @param tallies by the name of the child; 1 to 100
  record RaiseTallies(NodeKey node, Map<Long, Tally> tallies) implements Write {
    public static final int TALLIES_MAX = 100;

    public RaiseTallies {
      tallies = Collections.unmodifiableSortedMap(new TreeMap<>(tallies));
      if (tallies.isEmpty() || tallies.size() > TALLIES_MAX) {
        throw new IllegalArgumentException("tallies of " + tallies.size() + " children");
      }
    }
  }

  /// Replaces children in the counts of a node: if it has all that are to go.
  ///
  /// @param gone the names that it must have. They go, except for those that are in `made`
  /// @param made the tallies that come, by name
  record ReplaceChildren(NodeKey node, Set<Long> gone, Map<Long, Tally> made) implements Write {
    public ReplaceChildren {
      gone = Collections.unmodifiableSortedSet(new TreeSet<>(gone));
      made = Collections.unmodifiableSortedMap(new TreeMap<>(made));
    }
  }

  /// Makes all writes or none.
  ///
  /// @param writes of different items; 1 to 100
  record Transaction(List<Write> writes) implements NodeRequest {
    public static final int WRITES_MAX = 100;

    public Transaction {
      writes = List.copyOf(writes);
      if (writes.isEmpty() || writes.size() > WRITES_MAX) {
        throw new IllegalArgumentException("a transaction of " + writes.size() + " writes");
      }
    }
  }

  /// What a write expects of the item that it changes.
  sealed interface Expected {
    /// There is none.
    record Absent() implements Expected {}

    /// There is one.
    record Present() implements Expected {}

    /// There is one of this kind, with this version.
    record Version(Class<? extends Item> kind, long version) implements Expected {}

    Absent ABSENT = new Absent();
    Present PRESENT = new Present();

    /// The item is what was read.
    static Expected unchanged(@Nullable Item seen) {
      return seen == null ? ABSENT : new Version(seen.getClass(), seen.version());
    }
  }
}
