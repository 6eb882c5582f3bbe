package pagemark.key;

/// The two ways in which a position holds the sort value and the item key.
public enum Layout {
  /// The score is the sort value, the member the item key.
  SCORE,
  /// The score is 0, the member the sort value's escaped bytes and then the item key.
  BYTES
}
