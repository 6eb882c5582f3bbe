package pagemark.dynamodb.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Child;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.InnerCounts;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.NodeAnswer;
import pagemark.entry.Bytes;

/// An inner node, with a tally for each of its children.
record InnerNode(Inner inner, InnerCounts counts) {
  /// @return null if the node is not an inner one, or its counts are of other children: a writer is
  ///   about to change both
  static @Nullable InnerNode of(NodeAnswer.Node node) {
    return node.content() instanceof Inner inner
            && node.counts() != null
            && inner.names().equals(node.counts().children().keySet())
        ? new InnerNode(inner, node.counts())
        : null;
  }

  /// The same with another tally of the last child.
  InnerNode withLast(Tally tally) {
    Map<Long, Tally> tallies = new HashMap<>(counts.children());
    tallies.put(inner.children().getLast().name(), tally);
    return new InnerNode(inner, new InnerCounts(counts.version(), tallies));
  }

  /// The children of this node.
  ///
  /// @param self where it is
  List<NodeRef> children(NodeRef self) {
    List<Child> children = inner.children();
    List<NodeRef> refs = new ArrayList<>(children.size());
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      Bytes low = i == 0 ? self.low() : child.separator();
      Bytes end = i + 1 < children.size() ? children.get(i + 1).separator() : self.end();
      Tally tally = Objects.requireNonNull(counts.children().get(child.name()));
      refs.add(new NodeRef(child.id(), inner.overLeaves(), low, end, tally));
    }
    return refs;
  }
}
