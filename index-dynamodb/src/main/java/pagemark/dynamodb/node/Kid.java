package pagemark.dynamodb.node;

import pagemark.entry.Bytes;

/// A child of an inner node.
///
/// @param separator the first place of its range. Empty for the first kid of a node: its range
///   begins with the range of the node, and only the node's parent knows that place
/// @param id of the node
/// @param name under which the node's [Counts] have its tally. Never used twice in one node
public record Kid(Bytes separator, long id, long name) {
  public static final Bytes FIRST = Bytes.of(new byte[0]);

  /// The same kid, beginning at another place.
  public Kid from(Bytes place) {
    return new Kid(place, id, name);
  }
}
