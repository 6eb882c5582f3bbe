package pagemark.local.pump;

/// Asks whether a shard has anything new. It costs less than a read by the SDK's client, and an
/// idle stack does nothing else.
interface Peek {
  /// Always reads.
  Peek NONE = _ -> false;

  /// Whether a read from `iterator` would find nothing in a shard that is still open.
  ///
  /// @throws RuntimeException if it cannot tell
  boolean isQuiet(String iterator);
}
