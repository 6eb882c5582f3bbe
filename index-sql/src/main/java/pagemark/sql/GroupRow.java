package pagemark.sql;

/// A group as its table has it: the root over its anchors.
///
/// @param height how many levels of anchors there are; 0 for a small group, which has none
/// @param parts how many anchors of the highest level, or, where there are none, entries
/// @param period that of the newest fence; those of the one before are kept too
/// @param kept the oldest period of which there may be fences
record GroupRow(long id, int height, int parts, Counts counts, long period, long kept) {
  /// Of a group that has no row.
  static final GroupRow NONE = new GroupRow(0, 0, 0, Counts.NONE, 0, 0);

  GroupRow withRoot(int newHeight, int newParts, Counts newCounts) {
    return new GroupRow(id, newHeight, newParts, newCounts, period, kept);
  }

  GroupRow withPeriods(long newPeriod, long newKept) {
    return new GroupRow(id, height, parts, counts, newPeriod, newKept);
  }
}
