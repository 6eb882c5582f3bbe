package pagemark.sync;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.state.QuarantinedItem;

/// The result of a batch.
///
/// @param generations how many generations it was written to; 0 before a listing's first rebuild
/// @param poisons the items that were put into quarantine
/// @param unapplied the first record that was not applied; null if all records were
/// @param losses generations that are inexact because the store lost acknowledged writes
record BatchOutcome(
    int generations,
    BatchCounts counts,
    List<QuarantinedItem> poisons,
    @Nullable Unapplied unapplied,
    List<LossWatch.Loss> losses) {
  /// A record that must be delivered again. Every record before it was applied.
  ///
  /// @param record the record's index in the batch, from 0
  record Unapplied(int record, String reason) {}

  BatchOutcome {
    poisons = List.copyOf(poisons);
    losses = List.copyOf(losses);
  }

  BatchOutcome(
      int generations,
      BatchCounts counts,
      List<QuarantinedItem> poisons,
      @Nullable Unapplied unapplied) {
    this(generations, counts, poisons, unapplied, List.of());
  }

  BatchOutcome and(List<LossWatch.Loss> lost) {
    return new BatchOutcome(generations, counts, poisons, unapplied, lost);
  }

  static BatchOutcome nothing(@Nullable Unapplied unapplied) {
    return new BatchOutcome(0, BatchCounts.ZERO, List.of(), unapplied);
  }

  /// The same outcome, but `record` was not applied. An earlier unapplied record stays the first.
  BatchOutcome andUnapplied(int record, String reason) {
    return unapplied != null && unapplied.record() <= record
        ? this
        : new BatchOutcome(generations, counts, poisons, new Unapplied(record, reason), losses);
  }
}
