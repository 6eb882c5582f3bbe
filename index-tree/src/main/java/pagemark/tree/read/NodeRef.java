package pagemark.tree.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Child;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.Tally;

/// A node as its parent shows it.
///
/// @param leaf whether it is a leaf
/// @param low the first place of its range
/// @param end the first place behind its range; null if it has no end
/// @param tally what it has, as far as is known
record NodeRef(long id, boolean leaf, Bytes low, @Nullable Bytes end, Tally tally) {
  static final long ROOT = 0;

  /// The root of an empty group.
  static final NodeRef EMPTY = root(true, Tally.sum(0, List.of()));

  static NodeRef root(boolean leaf, Tally tally) {
    return new NodeRef(ROOT, leaf, Child.FIRST, null, tally);
  }

  NodeRef with(Tally other) {
    return new NodeRef(id, leaf, low, end, other);
  }

  /// The children of this node.
  ///
  /// @param read the node, whole
  List<NodeRef> children(InnerNode read) {
    List<Child> children = read.inner().children();
    List<NodeRef> refs = new ArrayList<>(children.size());
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      Bytes from = i == 0 ? low : child.separator();
      Bytes to = i + 1 < children.size() ? children.get(i + 1).separator() : end;
      Tally counted = Objects.requireNonNull(read.counts().children().get(child.name()));
      refs.add(new NodeRef(child.id(), read.inner().overLeaves(), from, to, counted));
    }
    return refs;
  }
}
