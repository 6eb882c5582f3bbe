package pagemark.audit;

/// The kind of difference between index and table for an item.
public enum Kind {
  /// The item's entry is missing.
  MISSING,
  /// The index has an entry of the item that it should not have.
  GHOST,
  /// Both.
  MISPLACED
}
