package pagemark.dynamodb.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.key.Bytes;

/// Reads all inner nodes of a tree, consistently, with one request for each. There is one inner
/// node for 70 leaves.
///
/// A node that changes meanwhile may be seen as it was, or not at all.
record InnerWalk(Tree tree) {
  /// An inner node with the first place of its range.
  record Found(NodeKey node, Bytes begin, Inner inner, Counts counts) {
    /// The first place of a kid's range.
    Bytes begin(int kid) {
      Bytes separator = inner.kids().get(kid).separator();
      return separator.length() == 0 ? begin : separator;
    }
  }

  private record Next(NodeKey node, Bytes begin) {}

  /// The inner nodes, each before those below it. None if the root is a leaf, or not there.
  List<Found> all() {
    List<Found> all = new ArrayList<>();
    Deque<Next> open = new ArrayDeque<>(List.of(new Next(tree.root(), Kid.FIRST)));
    while (!open.isEmpty()) {
      Next next = open.removeFirst();
      if (tree.nodes().send(new Request.GetNode(next.node(), true))
              instanceof Answer.Node(Inner inner, Counts counts)
          && counts != null) {
        Found found = new Found(next.node(), next.begin(), inner, counts);
        all.add(found);
        for (int kid = 0; kid < inner.kids().size() && !inner.overLeaves(); kid++) {
          open.add(new Next(tree.root().node(inner.kids().get(kid).id()), found.begin(kid)));
        }
      }
    }
    return all;
  }

  /// First places of all leaves without entries. The first place of all if the root is a leaf.
  List<Bytes> empty() {
    List<Bytes> empty = new ArrayList<>();
    List<Found> all = all();
    for (Found found : all) {
      for (int i = 0; i < found.inner().kids().size() && found.inner().overLeaves(); i++) {
        Tally tally = found.counts().kids().get(found.inner().kids().get(i).name());
        if (tally != null && tally.entries() == 0) {
          empty.add(found.begin(i));
        }
      }
    }
    return all.isEmpty() ? List.of(Kid.FIRST) : empty;
  }
}
