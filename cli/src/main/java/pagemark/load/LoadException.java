package pagemark.load;

import org.jspecify.annotations.Nullable;

/// Nothing more can be loaded. The message is for the person who asked: what is wrong, and what to
/// do.
public final class LoadException extends RuntimeException {
  LoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
