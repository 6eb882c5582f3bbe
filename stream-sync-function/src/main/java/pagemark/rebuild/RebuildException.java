package pagemark.rebuild;

import org.jspecify.annotations.Nullable;

/// A rebuild stopped. What it has done is kept, and a next one goes on from there.
public sealed class RebuildException extends RuntimeException permits UnsafeIndexException {
  RebuildException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
