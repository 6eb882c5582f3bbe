package pagemark.rebuild;

import org.jspecify.annotations.Nullable;

/// A rebuild stopped. What it has done is kept, and a next one goes on from there.
public final class RebuildException extends RuntimeException {
  RebuildException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
