package pagemark.load;

import org.jspecify.annotations.Nullable;

/// A load cannot continue. The message tells the user what is wrong and what to do.
public final class LoadException extends RuntimeException {
  LoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
