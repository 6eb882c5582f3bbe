package pagemark.state.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rows of a segment that were read, and wait in sorted runs to be merged and applied.
///
/// @param readAfter a time by the store's clock, before the first of them was read
/// @param readTo the key attributes of the last item that was read; empty at the end of the segment
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
