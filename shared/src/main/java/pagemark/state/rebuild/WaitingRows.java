package pagemark.state.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.rows.Row;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rows of a segment that were read, and wait in sorted runs to be merged and applied.
///
/// @param readAfter a time by the store's clock, before the first of them was read
/// @param readTo the key attributes of the last item that was read; empty at the end of the segment
/// @param counts the counts of all items up to there, from the begin of the segment
/// @param runs those that still have rows to be merged
/// @param merged the last row that the merge has applied; null if the merge has not begun
public record WaitingRows(
    Instant readAfter,
    Map<String, AttributeValue> readTo,
    RebuildCounts counts,
    List<Run> runs,
    @Nullable Row merged) {
  /// A run.
  ///
  /// @param name its name, see [pagemark.index.rows.RowRuns]
  /// @param chunk the number of the chunk that has the first row behind `merged`
  public record Run(long name, int chunk) {}

  public WaitingRows {
    readTo = Map.copyOf(readTo);
    runs = List.copyOf(runs);
  }

  /// One more run.
  ///
  /// @param to the key of the last item that was read for it
  /// @param more the counts of its items
  public WaitingRows with(Map<String, AttributeValue> to, RebuildCounts more, long run) {
    List<Run> all = new ArrayList<>(runs);
    all.add(new Run(run, 0));
    return new WaitingRows(readAfter, to, counts.plus(more), all, merged);
  }

  /// The merge has come as far as a row.
  ///
  /// @param more what it has counted
  public WaitingRows merged(Row to, List<Run> left, RebuildCounts more) {
    return new WaitingRows(readAfter, readTo, counts.plus(more), left, to);
  }
}
