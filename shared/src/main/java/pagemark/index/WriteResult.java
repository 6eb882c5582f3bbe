package pagemark.index;

import java.util.List;

/// What became of a [GroupWrite].
public sealed interface WriteResult {
  /// Every op was settled.
  ///
  /// @param applied ops that their rule allowed
  /// @param duplicates ops that had been applied before: the fence says the same
  /// @param refused ops that their rule did not allow: a record strictly older than the fence, a
  ///   row of a scan that differs from the fence, a repair whose fence has moved
  record Written(int applied, int duplicates, List<Op> refused) implements WriteResult {
    public Written {
      refused = List.copyOf(refused);
    }
  }

  /// The slot carries no marker of the generation: nothing was written, and the ops count as done,
  /// because the rebuild that marks the slot will read the items.
  record Unmarked() implements WriteResult {}

  /// The write came after its time: nothing more was written.
  record Expired() implements WriteResult {}

  /// The store failed. Some of the ops may have been applied; all of them must come again.
  record Failed(IndexException cause) implements WriteResult {}
}
