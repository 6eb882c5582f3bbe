package pagemark.index;

import java.util.List;

/// The result of a [GroupWrite].
public sealed interface WriteResult {
  /// Every op was decided.
  ///
  /// @param applied the number of ops that were applied
  /// @param duplicates the number of ops that had been applied before: the fence says so
  /// @param refused ops that their rule forbids: a record older than the fence, a row of a scan
  ///   that differs from the fence, a repair whose fence has changed. If the store keeps fences by
  ///   place, a part of the op may have been applied
  record Written(int applied, int duplicates, List<Op> refused) implements WriteResult {
    public Written {
      refused = List.copyOf(refused);
    }
  }

  /// The slot has no marker of the generation. Nothing was written. The ops count as done, because
  /// the rebuild that marks the slot will read their items.
  record Unmarked() implements WriteResult {}

  /// The write came too late, see [GroupWrite#notAfter]. From there on nothing was written.
  record Expired() implements WriteResult {}

  /// The store failed. Some ops may have been applied; all of them must be retried.
  record Failed(IndexException cause) implements WriteResult {}
}
