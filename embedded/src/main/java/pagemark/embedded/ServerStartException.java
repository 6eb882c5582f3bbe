package pagemark.embedded;

/// An embedded server did not start. The message says which one, why, and what to do; the last
/// lines that it printed follow, if there are any.
public final class ServerStartException extends RuntimeException {
  ServerStartException(String message) {
    super(message);
  }

  ServerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
