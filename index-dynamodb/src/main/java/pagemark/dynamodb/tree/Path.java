package pagemark.dynamodb.tree;

import java.util.List;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.NodeKey;
import pagemark.entry.Bytes;

/// The way from a root to the leaf of a place, as it was known at some time.
///
/// @param steps the inner nodes, the root first; none if the root is a leaf
record Path(Bytes place, List<Step> steps, NodeKey leaf) {
  /// An inner node on the way.
  record Step(NodeKey node, Inner inner) {
    int kid(Bytes place) {
      return inner.indexOf(place);
    }
  }

  Path {
    steps = List.copyOf(steps);
  }

  /// The lowest inner node.
  Step parent() {
    return steps.getLast();
  }

  /// The node on this path that is `level` levels above the leaf.
  NodeKey node(int level) {
    return level == 0 ? leaf : steps.get(steps.size() - level).node();
  }

  /// The first place of the range of the `depth`th step; empty if nothing is before it.
  Bytes begin(int depth) {
    Bytes begin = Kid.FIRST;
    for (Step step : steps.subList(0, depth)) {
      Bytes separator = step.inner().kids().get(step.kid(place)).separator();
      begin = separator.length() == 0 ? begin : separator;
    }
    return begin;
  }
}
