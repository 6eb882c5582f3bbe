package pagemark.local.data;

import org.jspecify.annotations.Nullable;

/// The local stack cannot start, or cannot continue. The message tells the user what is wrong and
/// what to do.
public final class StackException extends RuntimeException {
  public StackException(String message) {
    super(message);
  }

  public StackException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
