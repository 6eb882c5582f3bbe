package pagemark.sync;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.state.QuarantinedItem;

/// How far a batch came.
///
/// @param generations how many it went into; 0 before a listing's first rebuild
/// @param poisons those now kept in quarantine
/// @param unapplied the first record that was not applied, null where every record was
/// @param losses generations that are inexact, as the store lost what it had acknowledged
record BatchOutcome(
    int generations,
    BatchCounts counts,
    List<QuarantinedItem> poisons,
    @Nullable Unapplied unapplied,
    List<LossWatch.Loss> losses) {
  /// A record that must come again; every record before it was applied.
  ///
  /// @param record its place in the batch, counted from 0
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

  /// The same, and `record` was not applied either.
  BatchOutcome andUnapplied(int record, String reason) {
    return unapplied != null && unapplied.record() <= record
        ? this
        : new BatchOutcome(generations, counts, poisons, new Unapplied(record, reason), losses);
  }
}
