package pagemark.rebuild;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import pagemark.entry.Group;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowBorder;
import pagemark.index.rows.RowRuns;
import pagemark.rebuild.BeginStep.Begun;
import pagemark.state.rebuild.MergePlan;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.rebuild.SegmentProgress.WaitingRows;

/// Decides what comes after the scan of all segments, and after the merge of their rows:
///
/// - If each segment is applied, or waits with sorted runs, it plans the merge.
/// - If each range is merged, it notes in each segment that its rows are applied.
/// - If rows became too old before they were merged, it notes in each segment that they must be
///   read again.
///
/// It may be killed anywhere, and may run twice at the same time: the second plan is not taken, and
/// whoever comes too late sets segments back, which costs work and does no harm. That a plan is
/// done does not become wrong again, because nobody changes it.
record MergeTurn(RebuildOwner owner, Begun begun) {
  /// After so many times the index is too slow for any number of rows.
  private static final int DROPS_MAX = 8;

  /// With 40 ranges, a border is off by a few percent of a range at most.
  private static final int SAMPLE_MAX = 20_000;

  /// @return DONE if all segments are applied; WAITING if a merge begins; PAUSED if segments are to
  ///   be read or merged further
  /// @throws RebuildException if rows become too old again and again, or the runs cannot be read
  StepEnd turn() {
    MergePlan merge = rebuilds().merging(begun.plan()).orElse(null);
    List<SegmentProgress> segments = segments();
    if (merge != null) {
      return merge.dropped() || merge.isDone(segments) ? closed(merge, segments) : StepEnd.PAUSED;
    }
    if (segments.stream().allMatch(SegmentProgress::done)) {
      return StepEnd.DONE;
    }
    return segments.stream().allMatch(SegmentProgress::isSorted) ? begun(segments) : StepEnd.PAUSED;
  }

  private Rebuilds rebuilds() {
    return owner.setup().rebuilds();
  }

  private List<SegmentProgress> segments() {
    return rebuilds().progress(begun.plan());
  }

  private StepEnd closed(MergePlan merge, List<SegmentProgress> segments) {
    for (int number = 0; number < segments.size(); number++) {
      SegmentProgress before = segments.get(number);
      SegmentProgress after = before.closed(merge);
      if (after.dropped() > DROPS_MAX) {
        throw new RebuildException(
            "the rows of segment %d became too old for the %dth time before all were applied"
                .formatted(number, after.dropped()),
            null);
      }
      if (!after.equals(before)) {
        rebuilds().save(begun.plan(), number, after);
        owner.renew();
      }
    }
    rebuilds().endMerge(begun.plan(), merge);
    return segments().stream().allMatch(SegmentProgress::done) ? StepEnd.DONE : StepEnd.PAUSED;
  }

  private StepEnd begun(List<SegmentProgress> segments) {
    RowRuns runs = owner.setup().index().rowRuns().orElseThrow();
    List<WaitingRows> waiting =
        segments.stream().map(SegmentProgress::waiting).filter(Objects::nonNull).toList();
    List<Long> names = waiting.stream().flatMap(rows -> rows.runs().stream()).toList();
    RowSample sample = sample(runs, names);
    int ranges = Math.clamp(sample.seen() / runs.chunksPerMerge(), 1, begun.plan().segments());
    rebuilds()
        .beginMerge(
            begun.plan(),
            new MergePlan(
                UUID.randomUUID().getMostSignificantBits(),
                oldest(segments).orElseThrow(),
                names,
                (int) Math.max(2, runs.batchBytes() / runs.chunkBytes()),
                sample.borders(ranges),
                false));
    return StepEnd.WAITING;
  }

  private RowSample sample(RowRuns runs, List<Long> names) {
    RowSample sample = new RowSample(SAMPLE_MAX);
    for (long run : names) {
      runs.outline(begun.generation().id(), run, this::call).forEach(sample::add);
      owner.renew();
    }
    return sample;
  }

  private <T> T call(Supplier<T> call) {
    return new Backoff(owner).call("the sorted rows cannot be read", call);
  }

  /// Since when rows of any segment wait; empty if none do.
  static Optional<Instant> oldest(List<SegmentProgress> segments) {
    return segments.stream()
        .flatMap(segment -> Stream.ofNullable(segment.waiting()))
        .map(WaitingRows::readAfter)
        .min(Instant::compareTo);
  }

  /// A sample of rows, one for each so many. It finds borders that divide all rows into ranges of
  /// about the same size.
  ///
  /// A border lies in front of a group, unless the group is larger than a range. Two merges are
  /// then in one group only if it is so large that it does not matter.
  static final class RowSample {
    private final int max;
    private List<Row> rows = new ArrayList<>();
    private int every = 1;
    private long seen;

    /// @param max how many rows are kept, at most
    RowSample(int max) {
      this.max = max;
    }

    void add(Row row) {
      if (seen++ % every == 0) {
        rows.add(row);
      }
      if (rows.size() > max) {
        thin();
      }
    }

    private void thin() {
      List<Row> half = new ArrayList<>();
      for (int i = 0; i < rows.size(); i += 2) {
        half.add(rows.get(i));
      }
      rows = half;
      every *= 2;
    }

    /// How many rows were added.
    long seen() {
      return seen;
    }

    /// @return different borders, in order: one less than there are ranges, or fewer
    List<RowBorder> borders(int ranges) {
      rows.sort(Row.ORDER);
      List<RowBorder> borders = new ArrayList<>();
      for (int range = 1; range < ranges; range++) {
        int at = (int) ((long) rows.size() * range / ranges);
        RowBorder border = border(at, rows.size() / ranges);
        if (borders.isEmpty() || border.compareTo(borders.getLast()) > 0) {
          borders.add(border);
        }
      }
      return borders;
    }

    /// @param size of a range
    private RowBorder border(int at, int size) {
      Row row = rows.get(at);
      int begin = at;
      while (begin > 0 && at - begin <= size && isOf(row.group(), begin - 1)) {
        begin--;
      }
      int end = at + 1;
      while (end < rows.size() && end - begin <= size && isOf(row.group(), end)) {
        end++;
      }
      return end - begin > size ? RowBorder.before(row) : RowBorder.before(row.group());
    }

    private boolean isOf(Group group, int at) {
      return rows.get(at).group().equals(group);
    }
  }
}
