package pagemark.load;

/// A line that cannot be loaded. The message is the reason; it never holds a value.
final class LineException extends Exception {
  LineException(String reason) {
    super(reason);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
