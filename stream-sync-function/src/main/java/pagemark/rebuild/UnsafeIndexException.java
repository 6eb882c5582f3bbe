package pagemark.rebuild;

/// The index is not built, because it would lose entries in silence, or not follow its table. The
/// message says which setting of the server or the table to change; until then each try fails. The
/// state machine of rebuilds retries a [RebuildException] by its class name, which does not match
/// this class, so it does not retry this.
public final class UnsafeIndexException extends RebuildException {
  UnsafeIndexException(String message) {
    super(message, null);
  }
}
