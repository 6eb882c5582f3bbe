package pagemark.audit;

/// How an index has an item wrong.
public enum Kind {
  /// Its entry is not there.
  MISSING,
  /// An entry is there that should not be.
  GHOST,
  /// Both.
  MISPLACED
}
