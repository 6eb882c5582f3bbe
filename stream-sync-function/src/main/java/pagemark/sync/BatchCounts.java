package pagemark.sync;

import pagemark.index.WriteResult.Written;

/// Counts the results of a batch's ops.
///
/// @param applied ops that changed their register
/// @param duplicates ops that had been applied before
/// @param older ops that were strictly older than their register's fence, and not applied
/// @param repaired items that a repair settled from the table
/// @param unmarked ops into slots that no rebuild has marked; they are skipped and count as done
record BatchCounts(int applied, int duplicates, int older, int repaired, int unmarked) {
  static final BatchCounts ZERO = new BatchCounts(0, 0, 0, 0, 0);

  BatchCounts plus(Written written) {
    return new BatchCounts(
        applied + written.applied(),
        duplicates + written.duplicates(),
        older + written.refused().size(),
        repaired,
        unmarked);
  }

  BatchCounts plusUnmarked(int ops) {
    return new BatchCounts(applied, duplicates, older, repaired, unmarked + ops);
  }

  BatchCounts plusRepaired() {
    return new BatchCounts(applied, duplicates, older, repaired + 1, unmarked);
  }
}
