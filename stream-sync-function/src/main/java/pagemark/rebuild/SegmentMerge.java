package pagemark.rebuild;

import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.rebuild.Rebuild.StepEnd;
import pagemark.rebuild.RowWriter.Result.Applied;
import pagemark.rebuild.RowWriter.Result.Expired;
import pagemark.rebuild.RowWriter.Result.Lost;
import pagemark.state.rebuild.MergePlan;
import pagemark.state.rebuild.MergeProgress;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.SegmentProgress;

/// Merges the rows of one range from the sorted runs of all segments, and applies them in order.
/// The range has the number of a segment, whose progress says how far it is. So another process
/// goes on at any point.
///
/// If there are more runs than memory has chunks for, some are merged after the others.
final class SegmentMerge {
  private final KeptSegment segment;
  private final RebuildSetup setup;
  private final RowRuns runs;
  private final MergePlan plan;
  private boolean dropped;

  /// The merge that is under way in this process; null if none is.
  private @Nullable RunMerge merge;

  SegmentMerge(KeptSegment segment, RowRuns runs, MergePlan plan) {
    this.segment = segment;
    this.setup = segment.setup();
    this.runs = runs;
    this.plan = plan;
  }

  /// @param hasTime whether another call of the index may begin
  /// @throws RebuildException if the index fails at every try
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  StepEnd run(SegmentProgress from, BooleanSupplier hasTime) {
    if (plan.dropped() || segment.number() >= plan.ranges()) {
      return StepEnd.WAITING;
    }
    SegmentProgress end = segment.run(from, this::mergeOn, this::isOver, hasTime);
    if (end == null) {
      return StepEnd.LOST;
    }
    return isOver(end) ? StepEnd.WAITING : StepEnd.PAUSED;
  }

  private boolean isOver(SegmentProgress progress) {
    return dropped || progress.merged(plan).done();
  }

  /// Applies the next rows.
  ///
  /// @return the progress after that; null if the store has lost a part
  private @Nullable SegmentProgress mergeOn(SegmentProgress progress) {
    MergeProgress at = progress.merged(plan);
    RunMerge open = merge == null ? begun(at) : merge;
    merge = open;
    List<Row> next = open.next(setup.settings().rowsPerCall());
    if (open.isGone()) {
      return dropped(progress);
    }
    Instant notAfter = plan.readAfter().plus(setup.indexed().freshness().recordAgeMax());
    return switch (segment.write(next.iterator(), notAfter)) {
      case Applied(var counts) -> progress.with(moved(at, open, counts));
      case Expired() -> dropped(progress);
      case Lost() -> null;
    };
  }

  private RunMerge begun(MergeProgress at) {
    List<Long> some = plan.runs().stream().skip(at.runs()).limit(plan.width()).toList();
    return new RunMerge(
        setup,
        runs,
        segment.generation().id(),
        some,
        at.next() == null ? plan.from(segment.number()) : at.next(),
        plan.to(segment.number()),
        segment::renewNowAndThen);
  }

  private MergeProgress moved(MergeProgress at, RunMerge open, RebuildCounts counts) {
    return open.left()
        .map(next -> at.at(next, counts))
        .orElseGet(
            () -> {
              merge = null;
              return at.after(plan, counts);
            });
  }

  /// The rows are too old, or somebody has dropped the runs.
  private SegmentProgress dropped(SegmentProgress progress) {
    setup.rebuilds().dropMerge(segment.listing(), segment.plan(), plan);
    dropped = true;
    return progress;
  }
}
