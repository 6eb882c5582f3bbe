package pagemark.dynamodb.read;

/// Nodes that were read do not fit together: a writer changed the tree at the same time, or a
/// replica is behind. Another read may find what fits.
final class TornException extends Exception {
  TornException(String what) {
    super(what, null, false, false);
  }
}
