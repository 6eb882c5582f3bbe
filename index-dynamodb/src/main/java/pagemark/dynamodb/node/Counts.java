package pagemark.dynamodb.node;

import java.util.Map;

/// The counts of an inner node: a tally for each kid.
///
/// @param version each write adds one
/// @param kids by the kid's name
public record Counts(long version, Map<Long, Tally> kids) implements Item {
  public Counts {
    kids = Map.copyOf(kids);
  }

  /// The tally of this node, which its parent keeps.
  public Tally tally() {
    return Tally.sum(version, kids.values());
  }

  @Override
  public int bytes() {
    return ItemCodec.bytes(this);
  }
}
