package pagemark.index;

import org.jspecify.annotations.Nullable;

/// The index cannot answer now. A retry may succeed, unless it is [Torn].
public abstract sealed class IndexException extends RuntimeException {
  private IndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// The group's slot has no complete index of the generation: it was never built, is being built,
  /// or was lost.
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

  /// Writers changed what was read, during each try. The store works.
  public static final class Unsettled extends Unavailable {
    public Unsettled(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// The store works, but has too many calls for what was asked of it.
  public static final class Throttled extends Unavailable {
    public Throttled(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// A group's part of the index lacks something that no write brings back. Nobody was changing it:
  /// two looks, some time apart, found the same. Only a rebuild helps. The message names the
  /// listing, the generation and what is missing; it contains no key and no group, so it may be
  /// logged.
  public static final class Torn extends Unavailable {
    private final transient GroupRef group;

    /// @param what such as "its tree lacks a node"
    public Torn(GroupRef group, String what) {
      super(
          "the index of this group is torn: %s in generation %s; rebuild the listing %s"
              .formatted(what, group.generation(), group.listing()),
          null);
      this.group = group;
    }

    public GroupRef group() {
      return group;
    }
  }

  /// The store refuses this client: certificates, logins or rights do not fit. Usually only a
  /// change of the deployment helps. The message may be logged: it explains the problem in our own
  /// words and contains no secret, key or group.
  public static final class Refused extends Unavailable {
    public Refused(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
