package pagemark.embedded;

/// An embedded server did not start. The message says which one, why and what to do, followed by
/// the last lines it printed, if any.
public final class ServerStartException extends RuntimeException {
  ServerStartException(String message) {
    super(message);
  }

  ServerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
