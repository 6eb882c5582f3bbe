package pagemark.tree.read;

import pagemark.entry.Bytes;

/// Nodes that were read do not fit together: a writer changed the tree at the same time, or a
/// replica is behind. Another read may find what fits.
final class TornException extends Exception {
  private final transient Bytes place;

  /// @param place the first of the node's range
  TornException(String what, Bytes place) {
    super(what, null, false, false);
    this.place = place;
  }

  Bytes place() {
    return place;
  }
}
