package pagemark.dynamodb.read;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Tally;
import pagemark.entry.Bytes;

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
}
