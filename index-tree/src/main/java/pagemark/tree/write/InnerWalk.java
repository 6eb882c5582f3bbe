package pagemark.tree.write;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.Child;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.InnerNode;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;

/// Reads all inner nodes of a tree, consistently, with one request for each. There is one inner
/// node for 70 leaves. The inner nodes of one parent are read together, and at most those of one
/// parent at each level are held.
///
/// A node that changes meanwhile may be seen as it was, or not at all.
record InnerWalk(Tree tree) {
  /// An inner node, with its key and the first place of its range.
  record VisitedNode(NodeKey node, Bytes begin, InnerNode items) {
    Inner inner() {
      return items.inner();
    }

    InnerCounts counts() {
      return items.counts();
    }

    /// The first place of a child's range.
    Bytes begin(int child) {
      Bytes separator = inner().children().get(child).separator();
      return separator.length() == 0 ? begin : separator;
    }

    NodeKey child(int index) {
      return node.node(inner().children().get(index).id());
    }
  }

  /// Visits the inner nodes, each after those below it. There is none if the root is a leaf, or not
  /// there.
  ///
  /// @return the sum of what the visitor returns
  long sum(ToLongFunction<VisitedNode> visitor) {
    NodeAnswer answer = tree.nodes().send(new NodeRequest.GetNode(tree.root(), true));
    VisitedNode root = found(tree.root(), Child.FIRST, answer);
    return root == null ? 0 : sum(root, visitor);
  }

  private long sum(VisitedNode found, ToLongFunction<VisitedNode> visitor) {
    long below = 0;
    if (!found.inner().overLeaves()) {
      for (VisitedNode child : children(found)) {
        below += sum(child, visitor);
      }
    }
    return below + visitor.applyAsLong(found);
  }

  private List<VisitedNode> children(VisitedNode parent) {
    List<NodeKey> nodes =
        parent.inner().children().stream().map(child -> tree.root().node(child.id())).toList();
    List<NodeAnswer> answers =
        tree.nodes().send(nodes.stream().map(node -> new NodeRequest.GetNode(node, true)).toList());
    List<VisitedNode> children = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      VisitedNode child = found(nodes.get(i), parent.begin(i), answers.get(i));
      if (child != null) {
        children.add(child);
      }
    }
    return children;
  }

  static @Nullable VisitedNode found(NodeKey node, Bytes begin, NodeAnswer answer) {
    InnerNode items = answer.inner();
    return items == null ? null : new VisitedNode(node, begin, items);
  }
}
