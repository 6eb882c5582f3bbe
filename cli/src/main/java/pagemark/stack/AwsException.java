package pagemark.stack;

/// AWS refused a call, or what it called failed. The message tells the user what is wrong.
public final class AwsException extends RuntimeException {
  AwsException(String message) {
    super(message);
  }
}
