package pagemark.state.rebuild;

import org.jspecify.annotations.Nullable;
import pagemark.index.rows.RowBorder;

/// How far the range of a segment is merged.
///
/// @param plan the id of the [MergePlan]
/// @param runs so many runs of the plan are merged to the end of the range
/// @param next the rows of the next runs that lie in front of it are merged too; null at the begin
///   of the range
/// @param done whether all runs are merged
/// @param counts what the merge has counted, beside what was counted as the rows were read
public record MergeProgress(
    long plan, int runs, @Nullable RowBorder next, boolean done, RebuildCounts counts) {

  /// Rows in front of a border were applied.
  public MergeProgress at(RowBorder border, RebuildCounts more) {
    return new MergeProgress(plan, runs, border, false, counts.plus(more));
  }

  /// The runs that are merged at the same time are at their end.
  public MergeProgress after(MergePlan of, RebuildCounts more) {
    int merged = Math.min(of.runs().size(), runs + of.width());
    return new MergeProgress(plan, merged, null, merged == of.runs().size(), counts.plus(more));
  }
}
