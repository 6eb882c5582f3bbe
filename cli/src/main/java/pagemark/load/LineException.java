package pagemark.load;

/// A line, or an item, that cannot be loaded. The message is the reason; it never holds a value.
public final class LineException extends Exception {
  LineException(String reason) {
    super(reason);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
