package pagemark.tree.write;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.Rule;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;

/// A leaf as a batch has read it, and as it is after the ops of the batch.
///
/// @param seen the leaf as it was read; null if the group has no root yet
record LeafChange(Path path, List<PlaceOp> ops, @Nullable Leaf seen, Leaf leaf, Fold fold) {
  NodeKey node() {
    return path.leaf();
  }

  /// Whether an entry without a fence seems to be there already. It may have been there before,
  /// gone, and come back: then a leaf from before has a tally that is too old.
  boolean seemsDone() {
    return !fold.isChange() && ops.stream().anyMatch(op -> op.rule() instanceof Rule.Unfenced);
  }
}
