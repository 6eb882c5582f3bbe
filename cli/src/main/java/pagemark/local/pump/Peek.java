package pagemark.local.pump;

/// Asks whether a shard has anything new, for less than a read by the SDK's client costs. An idle
/// stack does nothing else all day.
interface Peek {
  /// Never knows.
  Peek NONE = _ -> false;

  /// Whether a read from `iterator` would find nothing, and the shard goes on. An exception means
  /// that it cannot tell.
  boolean isQuiet(String iterator);
}
