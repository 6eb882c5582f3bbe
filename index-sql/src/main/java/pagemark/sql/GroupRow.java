package pagemark.sql;

/// A row of the table of groups, which is also the root over the group's anchors.
///
/// @param height the number of levels of anchors; 0 for a small group without anchors
/// @param parts the number of anchors of the highest level; without anchors, of entries
/// @param period the period of the newest fence; fences of the period before are kept, too
/// @param kept the oldest period that can have fences
record GroupRow(long id, int height, int parts, Counts counts, long period, long kept) {
  /// Stands for a group without a row.
  static final GroupRow NONE = new GroupRow(0, 0, 0, Counts.NONE, 0, 0);

  GroupRow withRoot(int newHeight, int newParts, Counts newCounts) {
    return new GroupRow(id, newHeight, newParts, newCounts, period, kept);
  }

  GroupRow withPeriods(long newPeriod, long newKept) {
    return new GroupRow(id, height, parts, counts, newPeriod, newKept);
  }
}
