package pagemark.sync;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.WriteResult.Written;
import pagemark.state.QuarantinedItem;

/// The result of a batch.
///
/// @param generations how many generations it was written to; 0 before a listing's first rebuild
/// @param poisons the items that were put into quarantine
/// @param unapplied the first record that was not applied; null if all records were
/// @param losses generations that are inexact because the store lost acknowledged writes
public record BatchOutcome(
    int generations,
    Counts counts,
    List<QuarantinedItem> poisons,
    @Nullable Unapplied unapplied,
    List<Loss> losses) {
  /// A record that must be delivered again. Every record before it was applied.
  ///
  /// @param record the record's index in the batch, from 0
  public record Unapplied(int record, String reason) {}

  /// A generation has lost writes of records that were created since `since`.
  public record Loss(String listing, String generation, Instant since) {}

  /// Counts the results of the ops.
  ///
  /// @param applied ops that changed their register
  /// @param duplicates ops that had been applied before
  /// @param older ops that were strictly older than their register's fence, and not applied
  /// @param repaired items that a repair settled from the table
  /// @param unmarked ops into slots that no rebuild has marked; they are skipped and count as done
  public record Counts(int applied, int duplicates, int older, int repaired, int unmarked) {
    static final Counts ZERO = new Counts(0, 0, 0, 0, 0);

    static Counts of(Written written) {
      return new Counts(written.applied(), written.duplicates(), written.refused().size(), 0, 0);
    }

    Counts plus(Counts more) {
      return new Counts(
          applied + more.applied,
          duplicates + more.duplicates,
          older + more.older,
          repaired + more.repaired,
          unmarked + more.unmarked);
    }
  }

  public BatchOutcome {
    poisons = List.copyOf(poisons);
    losses = List.copyOf(losses);
  }

  BatchOutcome and(List<Loss> lost) {
    return new BatchOutcome(generations, counts, poisons, unapplied, lost);
  }

  static BatchOutcome nothing(@Nullable Unapplied unapplied) {
    return new BatchOutcome(0, Counts.ZERO, List.of(), unapplied, List.of());
  }

  /// The same outcome, but `record` was not applied. An earlier unapplied record stays the first.
  BatchOutcome andUnapplied(int record, String reason) {
    return unapplied != null && unapplied.record() <= record
        ? this
        : new BatchOutcome(generations, counts, poisons, new Unapplied(record, reason), losses);
  }
}
