package pagemark.tree.node;

import java.util.HashMap;
import java.util.Map;

/// Both items of an inner node: its structure, and a tally for each of its children.
public record InnerNode(Inner inner, InnerCounts counts) {
  /// Whether both are of one moment. Else a writer is about to change both.
  public boolean isWhole() {
    return inner.names().equals(counts.children().keySet());
  }

  /// The same with another tally of the last child.
  public InnerNode withLast(Tally tally) {
    Map<Long, Tally> tallies = new HashMap<>(counts.children());
    tallies.put(inner.children().getLast().name(), tally);
    return new InnerNode(inner, new InnerCounts(counts.version(), tallies));
  }
}
