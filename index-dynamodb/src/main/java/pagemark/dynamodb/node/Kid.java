package pagemark.dynamodb.node;

import pagemark.key.Bytes;

/// A child of an inner node.
///
/// @param separator the first place of its range; empty for the first kid, because its parent's own
///   parent knows where that begins
/// @param id of the node
/// @param name under which the node's [Counts] have its tally. Never used twice in one node
public record Kid(Bytes separator, long id, long name) {
  public static final Bytes FIRST = Bytes.of(new byte[0]);

  /// The same kid, beginning at another place.
  public Kid from(Bytes place) {
    return new Kid(place, id, name);
  }
}
