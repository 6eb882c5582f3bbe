package pagemark.dynamodb.node;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;

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

  /// Whether some children count as much as those that replace them.
  ///
  /// @param gone their names
  public boolean countsSame(Collection<Long> gone, Collection<Tally> made) {
    return children.keySet().containsAll(gone)
        && Tally.sum(
                0, gone.stream().map(name -> Objects.requireNonNull(children.get(name))).toList())
            .counts(Tally.sum(0, made));
  }

  @Override
  public int bytes() {
    return ItemCodec.bytes(this);
  }
}
