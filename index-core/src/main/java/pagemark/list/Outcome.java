package pagemark.list;

/// What has become of a [Change].
public enum Outcome {
  /// The index tells it.
  APPLIED,
  /// The index had it already, or has a newer one.
  KNOWN,
  /// It may be older than the index remembers newer ones, and bring back what was deleted since, or
  /// older than a generation's rows: [ListIndex] says when. Nothing was written; read the item and
  /// call [ListIndex#settle].
  DOUBTFUL
}
