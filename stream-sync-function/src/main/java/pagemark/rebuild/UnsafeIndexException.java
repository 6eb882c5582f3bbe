package pagemark.rebuild;

/// The index is not built, because it would lose entries in silence, not follow its table, or cost
/// too much. The message says what to change in the server, the table or the listing; until then
/// each try fails. The state machine of rebuilds retries a [RebuildException] by its class name,
/// which does not match this class, so it does not retry this.
public final class UnsafeIndexException extends RebuildException {
  UnsafeIndexException(String message) {
    super(message, null);
  }
}
