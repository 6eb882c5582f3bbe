package pagemark.rebuild;

import org.jspecify.annotations.Nullable;

/// A rebuild stopped. Its progress is kept, and the next run goes on from there.
public sealed class RebuildException extends RuntimeException
    permits ConsumerBehindException, UnsafeIndexException {
  RebuildException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
