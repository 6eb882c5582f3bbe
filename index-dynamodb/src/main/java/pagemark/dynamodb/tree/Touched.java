package pagemark.dynamodb.tree;

import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Leaf;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.entry.Bytes;

/// A node whose count its parent may not know.
///
/// @param place in the node's range
/// @param node null if another has taken its place, with all it had: its parent knows the counts,
///   and must tell its own parent
/// @param tally the node's; null with `node`
/// @param isChecked whether the way to the node was looked up again
record Touched(Bytes place, @Nullable NodeKey node, @Nullable Tally tally, boolean isChecked) {
  static Touched of(Path path, Leaf leaf) {
    return new Touched(path.place(), path.leaf(), leaf.tally(), false);
  }

  static Touched at(Bytes place) {
    return new Touched(place, null, null, true);
  }

  Touched checked() {
    return new Touched(place, node, tally, true);
  }

  Touched unchecked() {
    return new Touched(place, node, tally, false);
  }
}
