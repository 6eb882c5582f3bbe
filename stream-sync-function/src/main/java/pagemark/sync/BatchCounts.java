package pagemark.sync;

import pagemark.index.WriteResult.Written;

/// What became of a batch's ops.
///
/// @param applied changed their register
/// @param duplicates had been applied before
/// @param older were strictly older than their register: not applied
/// @param repaired items that were settled by what the table says
/// @param unmarked went into slots that no rebuild has marked: not written, and done
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
