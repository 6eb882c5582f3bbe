package pagemark.tree.read;

import org.jspecify.annotations.Nullable;

/// A query about a group. It is asked again whenever more nodes are known, so it must not change
/// anything.
@FunctionalInterface
interface TreeQuery<T> {
  /// @return null if the search needs more nodes, or meets some that do not fit together
  @Nullable T answer(RankSearch search);
}
