package pagemark.audit;

/// An index cannot be audited as it is. The message says what to do.
public final class AuditException extends RuntimeException {
  AuditException(String message) {
    super(message);
  }
}
