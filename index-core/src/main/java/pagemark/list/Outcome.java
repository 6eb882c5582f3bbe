package pagemark.list;

/// What has become of a [Change].
public enum Outcome {
  /// The index tells it.
  APPLIED,
  /// The index had it already, or has a newer one.
  KNOWN,
  /// It is older than the index remembers newer ones: it may be the last, or bring back what was
  /// deleted since. Nothing was written; read the item and call [ListIndex#settle].
  DOUBTFUL
}
