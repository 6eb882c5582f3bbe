package pagemark.api.front;

/// Says that an event is of no known kind, for the log. It has no stack trace.
public final class UnknownEventException extends RuntimeException {
  UnknownEventException(String message) {
    super(message, null, false, false);
  }
}
