package pagemark.audit;

/// The index cannot be audited in its present state. The message says what to do.
public final class AuditException extends RuntimeException {
  AuditException(String message) {
    super(message);
  }

  static void unless(boolean holds, String message) {
    if (!holds) {
      throw new AuditException(message);
    }
  }
}
