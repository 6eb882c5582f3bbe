package pagemark.local.pump;

/// Tells whether a shard has anything new, for less than a read by the SDK's client costs.
interface Peek {
  /// Always reads.
  Peek NONE = _ -> false;

  /// Whether a read from `iterator` would find nothing in a shard that is still open.
  ///
  /// @throws RuntimeException if it cannot tell
  boolean isQuiet(String iterator);
}
