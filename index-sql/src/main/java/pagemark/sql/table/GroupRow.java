package pagemark.sql.table;

/// A row of the table of groups, which is also the root of the group's counted tree.
///
/// @param height the number of levels of tree nodes; 0 for a small group without nodes
/// @param parts the number of nodes of the highest level; without nodes, of entries
/// @param period the period of the newest fence; fences of the period before are kept, too
/// @param kept the oldest period that can have fences
public record GroupRow(long id, int height, int parts, Counts counts, long period, long kept) {
  /// Stands for a group without a row.
  public static final GroupRow NONE = new GroupRow(0, 0, 0, Counts.NONE, 0, 0);

  public GroupRow withRoot(int newHeight, int newParts, Counts newCounts) {
    return new GroupRow(id, newHeight, newParts, newCounts, period, kept);
  }

  public GroupRow withPeriods(long newPeriod, long newKept) {
    return new GroupRow(id, height, parts, counts, newPeriod, newKept);
  }
}
