package pagemark.rebuild;

import java.time.Duration;
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
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.table.TableScan;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads one segment from where its kept progress ends, and applies its rows. It reads one page
/// ahead, and keeps its progress every [RebuildSettings#saveEvery].
///
/// Most stores get the rows page by page. A store that keeps neighbouring rows together gets many
/// pages at once, sorted, see [pagemark.index.PageIndexWriter#rowBytesPerBatch]: with 30 rows in a
/// leaf, a row then takes a part of a write instead of a whole one.
final class SegmentScan {
  /// How long pages are read before the rows are written, at most.
  private static final Duration READ_MAX = Duration.ofMinutes(1);

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
  private Instant renewedAt;

  /// The page that is being read; null if none is.
  private @Nullable CompletableFuture<Read> next;

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
    this.renewedAt = savedAt;
  }

  /// @param hasTime whether another page may begin
  /// @throws RebuildException if the index or the table fails at every try
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  Rebuild.StepEnd run(SegmentProgress from, BooleanSupplier hasTime, RebuildListener listener) {
    SegmentProgress progress = from;
    Backoff backoff = new Backoff(setup, this::renew);
    while (!progress.done() && hasTime.getAsBoolean()) {
      Batch batch = read(progress, hasTime, backoff);
      if (batch.pages() > 1 && !hasTime.getAsBoolean()) {
        break; // many pages take too long to write now; the next process reads them again
      }
      switch (batch.rows().apply(batch.at())) {
        case Applied(var counts) -> {
          progress =
              new SegmentProgress(
                  batch.lastKey(), batch.lastKey().isEmpty(), progress.counts().plus(counts));
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

  /// Pages that are applied together.
  ///
  /// @param pages their number
  /// @param at the time by the store's clock, before the first page was read
  /// @param lastKey of the last page; empty at the end of the segment
  private record Batch(
      ScanPageWriter rows, int pages, Instant at, Map<String, AttributeValue> lastKey) {}

  /// Reads a page, and more if the store wants more rows in a batch.
  private Batch read(SegmentProgress from, BooleanSupplier hasTime, Backoff backoff) {
    ScanPageWriter rows = new ScanPageWriter(setup, generation, this::renew);
    Instant begin = setup.clock().instant();
    int pages = 0;
    Instant at = null;
    Map<String, AttributeValue> lastKey = from.lastKey();
    do {
      Read read = take(next == null ? readAhead(lastKey) : next, backoff);
      if (read == null) {
        backoff.before("the table or the index cannot be read");
        next = null;
        continue;
      }
      rows.add(read.page());
      pages++;
      at = at == null ? read.at() : at;
      lastKey = read.page().lastKey();
      next = read.isLast() ? null : readAhead(lastKey);
      renewNowAndThen();
    } while (at == null
        || (!lastKey.isEmpty()
            && rows.bytes() < setup.index().rowBytesPerBatch()
            && setup.clock().instant().isBefore(begin.plus(READ_MAX))
            && hasTime.getAsBoolean()));
    return new Batch(rows, pages, at, lastKey);
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
