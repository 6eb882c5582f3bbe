package pagemark.audit;

/// Hears of an audit's progress. Any of the audit's threads may call it.
public interface AuditListener {
  AuditListener NONE = (_, _) -> {};

  /// @param items how many items of the table are compared so far
  /// @param groups how many groups of the index are compared so far
  void moved(long items, long groups);
}
