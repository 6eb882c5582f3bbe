package pagemark.rebuild;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.rebuild.RowWriter.Result.Applied;
import pagemark.rebuild.RowWriter.Result.Expired;
import pagemark.rebuild.RowWriter.Result.Lost;
import pagemark.rebuild.SegmentReader.Batch;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.rebuild.WaitingRows;

/// Reads one segment from where its kept progress ends, and applies its rows. It keeps its progress
/// every [RebuildSettings#saveEvery].
///
/// Most stores get the rows page by page. A store that keeps neighbouring rows together wants many
/// rows at once, sorted, see [RowRuns#batchBytes]: with 30 rows in a leaf, a row then takes a part
/// of a write instead of a whole one. If the segment has more rows than fit into a batch, they are
/// sorted outside of memory:
///
/// 1. Each batch is written as a sorted run ([RowRuns]), and the rows wait there.
/// 2. At the end of the segment the runs are merged, and the rows are applied in order. That begins
///    earlier if there are too many runs for the memory, or if the rows become old.
/// 3. Rows that are too old nevertheless are dropped and read again, fewer at a time.
///
/// The kept progress names the runs and says how far they are merged. So another process goes on at
/// any point.
final class SegmentScan {
  /// The names of the runs are a part of each kept progress, which should stay small.
  private static final int RUNS_MAX = 500;

  /// After so many times the index is too slow for any number of runs.
  private static final int DROPS_MAX = 8;

  private final RebuildSetup setup;
  private final Generation generation;
  private final RebuildJob job;
  private final RebuildJob.Plan plan;
  private final int segment;
  private final RebuildListener listener;
  private final RowWitnesses rows;
  private final SegmentReader reader;
  private final @Nullable RowRuns runs;
  private Backoff backoff;
  private Instant savedAt;
  private Instant renewedAt;
  private Instant readAt = Instant.MIN;

  /// The merge that is under way in this process; null if none is.
  private @Nullable RunMerge merge;

  SegmentScan(
      RebuildSetup setup,
      Generation generation,
      RebuildJob job,
      RebuildJob.Plan plan,
      int segment,
      RebuildListener listener) {
    this.setup = setup;
    this.generation = generation;
    this.job = job;
    this.plan = plan;
    this.segment = segment;
    this.listener = listener;
    this.rows = new RowWitnesses(setup.indexed(), generation, segment);
    this.reader =
        new SegmentReader(setup, generation, segment, plan.segments(), this::renewNowAndThen);
    this.runs = setup.index().rowRuns().orElse(null);
    this.backoff = new Backoff(setup, this::renew);
    this.savedAt = setup.clock().instant();
    this.renewedAt = savedAt;
  }

  /// @param hasTime whether another page may begin
  /// @throws RebuildException if the index or the table fails at every try
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  Rebuild.StepEnd run(SegmentProgress from, BooleanSupplier hasTime) {
    SegmentProgress progress = from;
    while (!progress.done() && hasTime.getAsBoolean()) {
      SegmentProgress next =
          runs != null && isMergeDue(progress, runs)
              ? merge(progress, runs)
              : readOn(progress, hasTime);
      if (next == null) {
        return Rebuild.StepEnd.LOST;
      }
      if (!next.equals(progress)) {
        backoff = new Backoff(setup, this::renew);
        listener.moved(next.read().minus(progress.read()));
        progress = next;
        if (!saveNowAndThen(progress)) {
          return Rebuild.StepEnd.LOST;
        }
      }
    }
    if (!progress.done() && !save(progress)) {
      return Rebuild.StepEnd.LOST;
    }
    return progress.done() ? Rebuild.StepEnd.DONE : Rebuild.StepEnd.PAUSED;
  }

  /// Reads a batch, and applies it or writes it as a run.
  ///
  /// @return the progress after that, or the same if nothing was done; null if the store has lost a
  ///   part
  private @Nullable SegmentProgress readOn(SegmentProgress progress, BooleanSupplier hasTime) {
    Batch batch = reader.read(progress.readTo(), hasTime, backoff);
    readAt = batch.at();
    boolean isWhole = batch.isLast() && progress.waiting() == null;
    // Many pages take too long to write if the time is over.
    return runs == null || (isWhole && (batch.pages() == 1 || hasTime.getAsBoolean()))
        ? apply(batch, progress)
        : progress.with(sorted(batch, progress, runs));
  }

  private @Nullable SegmentProgress apply(Batch batch, SegmentProgress progress) {
    Instant notAfter = batch.at().plus(setup.indexed().freshness().lease());
    return switch (write(batch.rows().byGroup(), notAfter)) {
      case Applied(var counts) ->
          progress.after(
              batch.lastKey(), progress.counts().plus(batch.rows().counts()).plus(counts));
      case Expired() -> {
        backoff.before("each page becomes too old before it is applied");
        reader.forget();
        yield progress;
      }
      case Lost() -> null;
    };
  }

  private RowWriter.Result write(Iterator<Row> rows, Instant notAfter) {
    return new RowWriter(setup, generation, this::renew).apply(rows, notAfter);
  }

  /// Writes a batch as a run.
  private WaitingRows sorted(Batch batch, SegmentProgress progress, RowRuns to) {
    WaitingRows before = progress.waiting();
    WaitingRows waiting =
        before == null
            ? new WaitingRows(batch.at(), batch.lastKey(), progress.counts(), List.of(), null)
            : before;
    renew();
    long run = UUID.randomUUID().getMostSignificantBits();
    Backoff tries = new Backoff(setup, this::renew);
    while (true) {
      tries.before("the sorted rows cannot be written");
      try {
        to.write(generation.id(), run, batch.rows().sorted());
        return waiting.with(batch.lastKey(), batch.rows().counts(), run);
      } catch (IndexException failure) {
        tries.failed(failure);
      }
    }
  }

  private boolean isMergeDue(SegmentProgress progress, RowRuns of) {
    WaitingRows waiting = progress.waiting();
    return waiting != null
        && (waiting.readTo().isEmpty()
            || waiting.merged() != null
            || waiting.runs().size() >= runsMax(of) >> progress.dropped()
            || isOld(waiting));
  }

  /// Half of the time is left for the merge.
  private boolean isOld(WaitingRows waiting) {
    return readAt.isAfter(
        waiting.readAfter().plus(setup.indexed().freshness().recordAgeMax().dividedBy(2)));
  }

  private static long runsMax(RowRuns of) {
    return Math.min(RUNS_MAX, of.batchBytes() / of.chunkBytes());
  }

  /// Applies the next rows of the merge.
  ///
  /// @return as [#readOn] does
  private @Nullable SegmentProgress merge(SegmentProgress progress, RowRuns from) {
    WaitingRows waiting = Objects.requireNonNull(progress.waiting());
    RunMerge open = merge == null ? begun(waiting, from) : merge;
    merge = open;
    List<Row> next = open.next(setup.settings().rowsPerCall());
    if (open.isGone()) {
      return dropped(progress);
    }
    Instant notAfter = waiting.readAfter().plus(setup.indexed().freshness().recordAgeMax());
    return switch (write(next.iterator(), notAfter)) {
      case Applied(var counts) when open.left().isEmpty() -> {
        merge = null;
        yield progress.after(waiting.readTo(), waiting.counts().plus(counts));
      }
      case Applied(var counts) ->
          progress.with(waiting.merged(next.getLast(), open.left(), counts));
      case Expired() -> dropped(progress);
      case Lost() -> null;
    };
  }

  private RunMerge begun(WaitingRows waiting, RowRuns from) {
    reader.forget();
    return new RunMerge(setup, from, generation.id(), waiting, this::renewNowAndThen);
  }

  /// The waiting rows are too old, or somebody has dropped them.
  private SegmentProgress dropped(SegmentProgress progress) {
    if (progress.dropped() == DROPS_MAX) {
      throw new RebuildException(
          "the rows of segment %d became too old for the %dth time before all were applied"
              .formatted(segment, DROPS_MAX + 1),
          null);
    }
    merge = null;
    return progress.withoutWaiting();
  }

  private void renew() {
    setup.rebuilds().renew(setup.lease(job.listing(), job.owner(), setup.settings().lease()));
  }

  private void renewNowAndThen() {
    Instant now = setup.clock().instant();
    if (!now.isBefore(renewedAt.plus(setup.settings().saveEvery()))) {
      renew();
      renewedAt = now;
    }
  }

  /// Keeps the progress if that is due.
  ///
  /// @return false if the store has lost acknowledged rows
  private boolean saveNowAndThen(SegmentProgress progress) {
    Instant due = savedAt.plus(setup.settings().saveEvery());
    return (!progress.done() && setup.clock().instant().isBefore(due)) || save(progress);
  }

  private boolean save(SegmentProgress progress) {
    renew();
    if (!areRowsThere()) {
      return false;
    }
    setup.rebuilds().save(job.listing(), plan, segment, progress);
    savedAt = setup.clock().instant();
    return true;
  }

  private boolean areRowsThere() {
    return new Backoff(setup, this::renew).call("the index cannot be read", rows::note);
  }
}
