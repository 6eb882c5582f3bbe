package pagemark.tree.write;

import java.util.List;
import pagemark.entry.Bytes;
import pagemark.tree.node.Inner;
import pagemark.tree.node.NodeKey;

/// The way from a root to the leaf of a place, as it was known at some time.
///
/// @param steps the inner nodes, the root first; none if the root is a leaf
record Path(Bytes place, List<PathNode> steps, NodeKey leaf) {
  /// An inner node on the way.
  record PathNode(NodeKey node, Inner inner) {
    /// Whether nothing is behind the node's range.
    boolean isAtEnd() {
      return inner.end() == null;
    }
  }

  Path {
    steps = List.copyOf(steps);
  }

  /// The lowest inner node.
  PathNode parent() {
    return steps.getLast();
  }

  /// Whether this leads to the end leaf of its group, which has no leaf behind it. Nothing is ever
  /// put behind an end leaf; it is replaced instead. So a leaf that once was the end leaf is that
  /// as long as it lives, and this holds even if the path is old.
  boolean leadsToEnd() {
    return !steps.isEmpty()
        && parent().isAtEnd()
        && parent().inner().children().getLast().id() == leaf.id();
  }

  /// The node on this path that is `level` levels above the leaf.
  NodeKey node(int level) {
    return level == 0 ? leaf : steps.get(steps.size() - level).node();
  }
}
