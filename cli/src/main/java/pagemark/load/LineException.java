package pagemark.load;

/// A line or an item cannot be loaded. The message is the reason; it never holds an item's data,
/// except a number that DynamoDB cannot store.
public final class LineException extends Exception {
  LineException(String reason) {
    super(reason);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
