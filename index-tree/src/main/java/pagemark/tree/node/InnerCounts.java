package pagemark.tree.node;

import java.util.Map;

/// The counts of an inner node: a tally for each child.
///
/// @param version each write adds one
/// @param children by the child's name
public record InnerCounts(long version, Map<Long, Tally> children) implements Item {
  public InnerCounts {
    children = Map.copyOf(children);
  }

  /// The tally of this node, which its parent keeps.
  public Tally tally() {
    return Tally.sum(version, children.values());
  }
}
