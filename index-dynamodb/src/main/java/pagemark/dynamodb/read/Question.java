package pagemark.dynamodb.read;

import org.jspecify.annotations.Nullable;

/// A question about a group. It is asked again whenever more nodes are known, so it must not change
/// anything.
@FunctionalInterface
interface Question<T> {
  /// @return null if the walk needs more nodes, or meets some that do not fit together
  @Nullable T ask(Walk walk);
}
