package pagemark.index;

import org.jspecify.annotations.Nullable;

/// An index cannot answer now. Nothing about the data is wrong, and a later try may succeed.
public abstract sealed class IndexException extends RuntimeException {
  private IndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// The group's slot holds no complete index of the generation: it was never built, is being
  /// built, or was lost.
  public static final class NotReady extends IndexException {
    public NotReady(String generation) {
      super("generation " + generation + " is not READY in this slot", null);
    }
  }

  /// The store cannot be reached or answers with an error.
  public static sealed class Unavailable extends IndexException {
    public Unavailable(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// The store and this client do not agree on certificates, logins or rights; as a rule only a
  /// change of the deployment mends that. The message may be logged: it says what is wrong in words
  /// of our own, and names no secret, key or group.
  public static final class Refused extends Unavailable {
    public Refused(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
