package pagemark.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowBorder;
import pagemark.index.rows.RowRuns;
import pagemark.index.rows.RowRuns.Chunk;
import pagemark.rebuild.RowWriter.Result.Applied;
import pagemark.rebuild.RowWriter.Result.Expired;
import pagemark.rebuild.RowWriter.Result.Lost;
import pagemark.state.rebuild.MergePlan;
import pagemark.state.rebuild.MergePlan.MergeProgress;
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
    this.setup = segment.setup;
    this.runs = runs;
    this.plan = plan;
  }

  /// @param hasTime whether another call of the index may begin
  /// @throws RebuildException if the index fails at every try
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  StepEnd run(SegmentProgress from, BooleanSupplier hasTime) {
    if (plan.dropped() || segment.number >= plan.ranges()) {
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
    RunMerge open = merge == null ? new RunMerge(at) : merge;
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
    setup.rebuilds().dropMerge(segment.begun.plan(), plan);
    dropped = true;
    return progress;
  }

  /// A run whose rows before `next` are merged.
  ///
  /// @param number of the chunk that has `next`
  private record Cursor(long run, int number, Chunk chunk, Row next) {}

  /// Merges the range's rows from some runs. Memory holds one chunk of each run.
  private final class RunMerge {
    private final @Nullable RowBorder to = plan.to(segment.number);
    private final PriorityQueue<Cursor> cursors =
        new PriorityQueue<>(Comparator.comparing(Cursor::next, Row.ORDER));
    private boolean gone;

    /// Reads the first chunk of each run that the range needs.
    ///
    /// @throws RebuildException if a chunk cannot be read at every try
    RunMerge(MergeProgress at) {
      RowBorder from = at.next() == null ? plan.from(segment.number) : at.next();
      for (long run : plan.runs().stream().skip(at.runs()).limit(plan.width()).toList()) {
        add(cursor(run, from == null ? 0 : chunk(run, from), from));
        segment.renewNowAndThen();
      }
    }

    /// The number of the chunk in which the rows behind a border begin.
    private int chunk(long run, RowBorder from) {
      List<Row> first = runs.outline(segment.begun.generation().id(), run, this::call);
      int number = 0;
      while (number + 1 < first.size() && from.isBehind(first.get(number + 1))) {
        number++;
      }
      return number;
    }

    private <T> T call(Supplier<T> call) {
      return new Backoff(segment.owner).call("the sorted rows cannot be read", call);
    }

    private void add(@Nullable Cursor cursor) {
      if (cursor != null && (to == null || to.isBehind(cursor.next()))) {
        cursors.add(cursor);
      }
    }

    /// @param from the cursor is behind this border
    /// @return null if no row is left, or the run is gone
    private @Nullable Cursor cursor(long run, int first, @Nullable RowBorder from) {
      for (int number = first; ; number++) {
        Chunk chunk = read(run, number).orElse(null);
        if (chunk == null) {
          gone = true;
          return null;
        }
        while (chunk.rows().hasNext()) {
          Row row = chunk.rows().next();
          if (from == null || !from.isBehind(row)) {
            return new Cursor(run, number, chunk, row);
          }
        }
        if (chunk.isLast()) {
          return null;
        }
      }
    }

    private Optional<Chunk> read(long run, int number) {
      return call(() -> runs.read(segment.begun.generation().id(), run, number));
    }

    /// The next rows, in order.
    List<Row> next(int max) {
      List<Row> rows = new ArrayList<>();
      while (rows.size() < max && !cursors.isEmpty()) {
        Cursor first = cursors.remove();
        rows.add(first.next());
        add(behind(first));
      }
      return rows;
    }

    private @Nullable Cursor behind(Cursor cursor) {
      Iterator<Row> rows = cursor.chunk().rows();
      if (rows.hasNext()) {
        return new Cursor(cursor.run(), cursor.number(), cursor.chunk(), rows.next());
      }
      return cursor.chunk().isLast() ? null : cursor(cursor.run(), cursor.number() + 1, null);
    }

    /// Where the next row is; empty if none is left.
    Optional<RowBorder> left() {
      return Optional.ofNullable(cursors.peek()).map(cursor -> RowBorder.before(cursor.next()));
    }

    /// Whether a run was dropped: its rows must be read from the table again.
    boolean isGone() {
      return gone;
    }
  }
}
