package pagemark.redis.connection;

import pagemark.index.IndexException;

/// The reply to a call, or what went wrong.
public sealed interface CallReply {
  record Value(Object value) implements CallReply {}

  record Failure(IndexException cause) implements CallReply {}

  /// @throws IndexException if there is no value
  default Object orThrow() {
    return switch (this) {
      case Value(var value) -> value;
      case Failure(var cause) -> throw cause;
    };
  }
}
