package pagemark.dynamodb.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Counts;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.Kid;
import pagemark.dynamodb.node.Tally;
import pagemark.dynamodb.request.Answer;
import pagemark.entry.Bytes;

/// An inner node, with a tally for each of its kids.
record InnerNode(Inner inner, Counts counts) {
  /// @return null if the node is not an inner one, or its counts are of other kids: a writer is
  ///   about to change both
  static @Nullable InnerNode of(Answer.Node node) {
    return node.content() instanceof Inner inner
            && node.counts() != null
            && inner.names().equals(node.counts().kids().keySet())
        ? new InnerNode(inner, node.counts())
        : null;
  }

  /// The kids of this node.
  ///
  /// @param self where it is
  List<Spot> kids(Spot self) {
    List<Kid> kids = inner.kids();
    List<Spot> spots = new ArrayList<>(kids.size());
    for (int i = 0; i < kids.size(); i++) {
      Kid kid = kids.get(i);
      Bytes low = i == 0 ? self.low() : kid.separator();
      Bytes end = i + 1 < kids.size() ? kids.get(i + 1).separator() : self.end();
      Tally tally = Objects.requireNonNull(counts.kids().get(kid.name()));
      spots.add(new Spot(kid.id(), inner.overLeaves(), low, end, tally));
    }
    return spots;
  }
}
