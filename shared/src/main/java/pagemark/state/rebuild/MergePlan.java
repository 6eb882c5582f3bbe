package pagemark.state.rebuild;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.rows.RowBorder;
import pagemark.state.rebuild.SegmentProgress.WaitingRows;

/// How the sorted runs of all segments are merged: the rows are divided into ranges, and segment
/// `n` merges the rows of range `n` from all runs. So no two of them write into the same leaves of
/// an index, except at the borders.
///
/// A plan never changes; it can only be given up. So all who merge agree about the ranges. Its item
/// stays below 400 KB: 40 segments of 500 runs have names of 160 KB, and 39 borders have 175 KB if
/// their keys are the longest of DynamoDB.
///
/// @param id a name that no other plan has
/// @param readAfter a time by the store's clock, before the first of the rows was read
/// @param runs the names of all runs, in the order in which they are merged
/// @param width how many runs are merged at the same time
/// @param borders between the ranges, in order; there is one range more
/// @param dropped whether the plan is given up, because rows became too old or runs are gone
public record MergePlan(
    long id,
    Instant readAfter,
    List<Long> runs,
    int width,
    List<RowBorder> borders,
    boolean dropped) {
  public MergePlan {
    runs = List.copyOf(runs);
    borders = List.copyOf(borders);
  }

  public int ranges() {
    return borders.size() + 1;
  }

  /// The begin of a range; null if it has none.
  public @Nullable RowBorder from(int range) {
    return range == 0 ? null : borders.get(range - 1);
  }

  /// The end of a range; null if it has none.
  public @Nullable RowBorder to(int range) {
    return range == borders.size() ? null : borders.get(range);
  }

  /// Whether it merges all of these rows.
  boolean has(WaitingRows rows) {
    return Set.copyOf(runs).containsAll(rows.runs());
  }

  /// Whether each range is merged.
  ///
  /// @param segments all segments of the rebuild
  public boolean isDone(List<SegmentProgress> segments) {
    return segments.stream().limit(ranges()).allMatch(segment -> segment.merged(this).done());
  }

  MergePlan givenUp() {
    return new MergePlan(id, readAfter, runs, width, borders, true);
  }

  /// How far the range of a segment is merged.
  ///
  /// @param plan the id of the [MergePlan]
  /// @param runs so many runs of the plan are merged to the end of the range
  /// @param next the rows of the next runs that lie in front of it are merged too; null at the
  ///   begin of the range
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
}
