package pagemark.redis.connection;

import pagemark.index.IndexException;

/// The reply to a call, or what went wrong.
public sealed interface Reply {
  record Value(Object value) implements Reply {}

  record Failure(IndexException cause) implements Reply {}

  /// @throws IndexException if there is no value
  default Object orThrow() {
    return switch (this) {
      case Value(var value) -> value;
      case Failure(var cause) -> throw cause;
    };
  }
}
