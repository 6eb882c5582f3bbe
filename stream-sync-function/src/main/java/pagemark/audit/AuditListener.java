package pagemark.audit;

/// Hears how far an audit is, from any of its threads.
public interface AuditListener {
  AuditListener NONE = (_, _) -> {};

  /// @param items of the table that were compared with the index
  /// @param groups of the index that were compared with the table
  void moved(long items, long groups);
}
