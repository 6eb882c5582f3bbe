package pagemark.entry;

/// How a position holds the sort value and the item key.
public enum Layout {
  /// The score is the sort value. The member is the item key.
  SCORE,
  /// The score is 0. The member is the sort value's escaped bytes, followed by the item key.
  BYTES
}
