package pagemark.tree.write;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.Tally;

/// A node whose count its parent may not know.
///
/// @param place in the node's range
/// @param node null if another has taken its place, with all it had: its parent knows the counts,
///   and must raise its own tally
/// @param tally the node's; null with `node`
/// @param isChecked whether the way to the node was looked up again
record ChangedNode(Bytes place, @Nullable NodeKey node, @Nullable Tally tally, boolean isChecked) {
  static ChangedNode of(Path path, Leaf leaf) {
    return new ChangedNode(path.place(), path.leaf(), leaf.tally(), false);
  }

  static ChangedNode at(Bytes place) {
    return new ChangedNode(place, null, null, true);
  }

  ChangedNode checked() {
    return new ChangedNode(place, node, tally, true);
  }

  ChangedNode unchecked() {
    return new ChangedNode(place, node, tally, false);
  }
}
