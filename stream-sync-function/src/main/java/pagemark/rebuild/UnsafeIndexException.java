package pagemark.rebuild;

/// The index would lose entries in silence, so it is not built. Another try ends the same way until
/// somebody sets the server up as the message says: the state machine of rebuilds retries a
/// [RebuildException], which it knows by its name, but not this one.
public final class UnsafeIndexException extends RebuildException {
  UnsafeIndexException(String message) {
    super(message, null);
  }
}
