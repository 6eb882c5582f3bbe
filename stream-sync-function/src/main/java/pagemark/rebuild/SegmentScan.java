package pagemark.rebuild;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.rebuild.ScanPageWriter.Result.Applied;
import pagemark.rebuild.ScanPageWriter.Result.Expired;
import pagemark.rebuild.ScanPageWriter.Result.Lost;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.table.TableScan;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads one segment from where its kept progress ends, and applies it page by page. It reads one
/// page ahead, and keeps its progress every [RebuildSettings#saveEvery].
final class SegmentScan {
  /// @param at the time by the store's clock, before the page was read
  private record Read(TableScan.Page page, Instant at) {
    boolean isLast() {
      return page.lastKey().isEmpty();
    }
  }

  private final RebuildSetup setup;
  private final Generation generation;
  private final RebuildJob job;
  private final RebuildJob.Plan plan;
  private final int segment;
  private final RowWitnesses rows;
  private Instant savedAt;

  SegmentScan(
      RebuildSetup setup,
      Generation generation,
      RebuildJob job,
      RebuildJob.Plan plan,
      int segment) {
    this.setup = setup;
    this.generation = generation;
    this.job = job;
    this.plan = plan;
    this.segment = segment;
    this.rows = new RowWitnesses(setup, generation, segment);
    this.savedAt = setup.clock().instant();
  }

  /// @param hasTime whether another page may begin
  /// @throws RebuildException if the index or the table fails at every try
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  Rebuild.StepEnd run(SegmentProgress from, BooleanSupplier hasTime, RebuildListener listener) {
    SegmentProgress progress = from;
    Backoff backoff = new Backoff(setup, this::renew);
    @Nullable CompletableFuture<Read> next = null;
    while (!progress.done() && hasTime.getAsBoolean()) {
      Read read = take(next == null ? readAhead(progress.lastKey()) : next, backoff);
      if (read == null) {
        backoff.before("the table or the index cannot be read");
        next = null;
        continue;
      }
      next = read.isLast() ? null : readAhead(read.page().lastKey());
      switch (apply(read)) {
        case Applied(var counts) -> {
          progress = after(progress, read, counts);
          backoff = new Backoff(setup, this::renew);
          listener.moved(counts);
          if (!saveNowAndThen(progress)) {
            return Rebuild.StepEnd.LOST;
          }
        }
        case Expired() -> {
          backoff.before("each page becomes too old before it is applied");
          next = null;
        }
        case Lost() -> {
          return Rebuild.StepEnd.LOST;
        }
      }
    }
    if (!progress.done() && !save(progress)) {
      return Rebuild.StepEnd.LOST;
    }
    return progress.done() ? Rebuild.StepEnd.DONE : Rebuild.StepEnd.PAUSED;
  }

  private static SegmentProgress after(SegmentProgress progress, Read read, RebuildCounts counts) {
    return new SegmentProgress(
        read.page().lastKey(), read.isLast(), progress.counts().plus(counts));
  }

  private CompletableFuture<Read> readAhead(Map<String, AttributeValue> after) {
    return CompletableFuture.supplyAsync(() -> read(after), setup.readAhead());
  }

  /// Reads the store's clock first, so that the page is at least as new as that time.
  private Read read(Map<String, AttributeValue> after) {
    Instant at = setup.index().time();
    return new Read(setup.scan().read(segment, plan.segments(), after), at);
  }

  /// @return the page; null if it could not be read and must be tried again
  private static @Nullable Read take(CompletableFuture<Read> next, Backoff backoff) {
    try {
      return next.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case SdkException failure -> backoff.failed(failure);
        case IndexException failure -> backoff.failed(failure);
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw e;
      }
      return null;
    }
  }

  private ScanPageWriter.Result apply(Read read) {
    Backoff backoff = new Backoff(setup, this::renew);
    return new ScanPageWriter(setup, generation, backoff).apply(read.page(), read.at());
  }

  private void renew() {
    setup.rebuilds().renew(setup.lease(job.listing(), job.owner(), setup.settings().lease()));
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
    Backoff backoff = new Backoff(setup, this::renew);
    while (true) {
      backoff.before("the index cannot be read");
      try {
        return rows.note();
      } catch (IndexException failure) {
        backoff.failed(failure);
      }
    }
  }
}
