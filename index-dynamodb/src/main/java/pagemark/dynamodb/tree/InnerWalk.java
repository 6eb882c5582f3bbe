package pagemark.dynamodb.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.NodeKey;
import pagemark.dynamodb.request.Answer;
import pagemark.dynamodb.request.Request;
import pagemark.entry.Bytes;

/// Reads all inner nodes of a tree, consistently, with one request for each. There is one inner
/// node for 70 leaves. The inner nodes of one parent are read together, and at most those of one
/// parent at each level are held.
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

  /// Visits the inner nodes, each after those below it. There is none if the root is a leaf, or not
  /// there.
  ///
  /// @return the sum of what the visitor returns
  long sum(ToLongFunction<Found> visitor) {
    Answer answer = tree.nodes().send(new Request.GetNode(tree.root(), true));
    Found root = found(tree.root(), Kid.FIRST, answer);
    return root == null ? 0 : sum(root, visitor);
  }

  private long sum(Found found, ToLongFunction<Found> visitor) {
    long below = 0;
    if (!found.inner().overLeaves()) {
      for (Found kid : kids(found)) {
        below += sum(kid, visitor);
      }
    }
    return below + visitor.applyAsLong(found);
  }

  private List<Found> kids(Found parent) {
    List<NodeKey> nodes =
        parent.inner().kids().stream().map(kid -> tree.root().node(kid.id())).toList();
    List<Answer> answers =
        tree.nodes().send(nodes.stream().map(node -> new Request.GetNode(node, true)).toList());
    List<Found> kids = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Found kid = found(nodes.get(i), parent.begin(i), answers.get(i));
      if (kid != null) {
        kids.add(kid);
      }
    }
    return kids;
  }

  private static @Nullable Found found(NodeKey node, Bytes begin, Answer answer) {
    return answer instanceof Answer.Node(Inner inner, Counts counts) && counts != null
        ? new Found(node, begin, inner, counts)
        : null;
  }
}
