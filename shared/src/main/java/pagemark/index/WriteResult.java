package pagemark.index;

import java.util.List;

/// What became of a [GroupWrite].
public sealed interface WriteResult {
  /// Every op was settled.
  ///
  /// @param applied ops that were newer than their fence
  /// @param duplicates ops whose sequence equals their fence's: they had been applied before
  /// @param older ops strictly older than their fence: not applied
  record Written(int applied, int duplicates, List<Op> older) implements WriteResult {
    public Written {
      older = List.copyOf(older);
    }
  }

  /// The slot carries no marker of the generation: nothing was written, and the ops count as done,
  /// because the rebuild that marks the slot will read the items.
  record Unmarked() implements WriteResult {}

  /// The store failed. Some of the ops may have been applied; all of them must come again.
  record Failed(IndexException cause) implements WriteResult {}
}
