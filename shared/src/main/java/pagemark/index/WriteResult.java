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
  /// @param unfit of the applied ops and the duplicates, those with an entry that the store cannot
  ///   hold. Each counts as a removal of its item: the old entries are gone, and the fence says so
  record Written(int applied, int duplicates, List<Op> refused, List<Unfit> unfit)
      implements WriteResult {
    /// An op with an entry that the store cannot hold.
    ///
    /// @param reason names the limit, never the value
    public record Unfit(Op op, String reason) {}

    public Written {
      refused = List.copyOf(refused);
      unfit = List.copyOf(unfit);
    }

    /// The store can hold every entry.
    public Written(int applied, int duplicates, List<Op> refused) {
      this(applied, duplicates, refused, List.of());
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
