package pagemark.state.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.state.rebuild.MergePlan.MergeProgress;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How far a segment of a scan was read and applied.
///
/// @param lastKey the key attributes of the last item that was applied; empty before the first
/// @param done whether the segment was applied to its end
/// @param counts the counts of all items up to there
/// @param waiting the rows behind `lastKey` that were read and wait to be applied; null if there
///   are none
/// @param dropped how often waiting rows became too old and were dropped
/// @param merge how far the rows of a range are merged, which are those of all segments; null if
///   nothing was merged
public record SegmentProgress(
    Map<String, AttributeValue> lastKey,
    boolean done,
    RebuildCounts counts,
    @Nullable WaitingRows waiting,
    int dropped,
    @Nullable MergeProgress merge) {
  public static final SegmentProgress START =
      new SegmentProgress(Map.of(), false, RebuildCounts.ZERO, null, 0, null);

  public SegmentProgress {
    lastKey = Map.copyOf(lastKey);
  }

  /// More rows were read, and wait.
  public SegmentProgress with(WaitingRows more) {
    return new SegmentProgress(lastKey, done, counts, more, dropped, merge);
  }

  /// All rows were applied up to a key.
  ///
  /// @param applied empty at the end of the segment
  public SegmentProgress after(Map<String, AttributeValue> applied, RebuildCounts all) {
    return new SegmentProgress(applied, applied.isEmpty(), all, null, dropped, merge);
  }

  /// More of the range is merged.
  public SegmentProgress with(MergeProgress more) {
    return new SegmentProgress(lastKey, done, counts, waiting, dropped, more);
  }

  /// Whether the segment can go on only after a merge, or is done.
  public boolean isSorted() {
    return done || (waiting != null && waiting.full());
  }

  /// How far the range of the segment is merged.
  public MergeProgress merged(MergePlan plan) {
    return merge != null && merge.plan() == plan.id()
        ? merge
        : new MergeProgress(plan.id(), 0, null, false, RebuildCounts.ZERO);
  }

  /// The plan is done, or given up. Its rows are applied, or must be read again.
  public SegmentProgress closed(MergePlan plan) {
    if (waiting == null || !plan.has(waiting)) {
      return this;
    }
    return plan.dropped()
        ? new SegmentProgress(lastKey, done, counts, null, dropped + 1, merge)
        : after(waiting.readTo(), waiting.counts());
  }

  /// The counts of all items that were read, applied or not.
  public RebuildCounts read() {
    RebuildCounts read = waiting == null ? counts : waiting.counts();
    return merge == null ? read : read.plus(merge.counts());
  }

  /// Where the scan goes on: the key of the last item that was read.
  public Map<String, AttributeValue> readTo() {
    return waiting == null ? lastKey : waiting.readTo();
  }

  /// Rows of a segment that were read, and wait in sorted runs to be merged and applied.
  ///
  /// @param readAfter a time by the store's clock, before the first of them was read
  /// @param readTo the key attributes of the last item that was read; empty at the end of the
  ///   segment
  /// @param counts the counts of all items up to there, from the begin of the segment
  /// @param runs the names of the runs, see [pagemark.index.rows.RowRuns]
  /// @param full whether the segment reads no more before these are merged
  public record WaitingRows(
      Instant readAfter,
      Map<String, AttributeValue> readTo,
      RebuildCounts counts,
      List<Long> runs,
      boolean full) {
    public WaitingRows {
      readTo = Map.copyOf(readTo);
      runs = List.copyOf(runs);
    }

    /// One more run.
    ///
    /// @param to the key of the last item that was read for it
    /// @param more the counts of its items
    public WaitingRows with(Map<String, AttributeValue> to, RebuildCounts more, long run) {
      List<Long> all = new ArrayList<>(runs);
      all.add(run);
      return new WaitingRows(readAfter, to, counts.plus(more), all, full);
    }

    /// The segment reads no more before these are merged.
    public WaitingRows filled() {
      return new WaitingRows(readAfter, readTo, counts, runs, true);
    }
  }
}
