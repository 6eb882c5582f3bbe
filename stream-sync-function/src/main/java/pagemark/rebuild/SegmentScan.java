package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.rows.RowRuns;
import pagemark.rebuild.RowWriter.Result.Applied;
import pagemark.rebuild.RowWriter.Result.Expired;
import pagemark.rebuild.RowWriter.Result.Lost;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.rebuild.SegmentProgress.WaitingRows;
import pagemark.table.TableScan;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads one segment from where its kept progress ends, and applies or sorts its rows.
///
/// Most stores get the rows page by page. A store that keeps neighbouring rows together wants many
/// rows at once, sorted, see [RowRuns#batchBytes]: with 30 rows in a leaf, a row then takes a part
/// of a write instead of a whole one. So each batch is written as a sorted run ([RowRuns]), and the
/// rows wait there until all segments are read; then [MergeTurn] sets up the merge of all runs.
/// That begins earlier if the segment has very many runs, or if rows become old.
///
/// A segment that is written in one call needs no runs, nor does a single one that fits into
/// memory.
final class SegmentScan {
  /// The names of the runs are a part of each kept progress, which should stay small.
  private static final int RUNS_MAX = 500;

  /// How long pages are read before their rows are written, at most.
  private static final Duration READ_MAX = Duration.ofMinutes(1);

  private final KeptSegment segment;
  private final RebuildSetup setup;
  private final @Nullable RowRuns runs;
  private final Instant oldest;
  private final Reader reader;

  /// @param oldest since when rows of any segment wait
  SegmentScan(KeptSegment segment, Instant oldest) {
    this.segment = segment;
    this.setup = segment.setup;
    this.runs = setup.index().rowRuns().orElse(null);
    this.oldest = oldest;
    this.reader = new Reader();
  }

  /// @param hasTime whether another page may begin
  /// @throws RebuildException if the index or the table fails at every try
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  StepEnd run(SegmentProgress from, BooleanSupplier hasTime) {
    SegmentProgress end =
        segment.run(from, before -> readOn(before, hasTime), SegmentProgress::isSorted, hasTime);
    if (end == null) {
      return StepEnd.LOST;
    }
    if (end.done()) {
      return StepEnd.DONE;
    }
    return end.isSorted() ? StepEnd.WAITING : StepEnd.PAUSED;
  }

  /// Reads a batch, and applies it or writes it as a run.
  ///
  /// @return the progress after that, or the same if nothing was done; null if the store has lost a
  ///   part
  private @Nullable SegmentProgress readOn(SegmentProgress progress, BooleanSupplier hasTime) {
    Batch batch = reader.read(progress.readTo(), hasTime, segment.backoff());
    boolean isWhole = batch.isLast() && progress.waiting() == null;
    return runs == null || (isWhole && isWrittenAtOnce(batch, hasTime))
        ? apply(batch, progress)
        : progress.with(filled(sorted(batch, progress, runs), batch.at(), progress.dropped()));
  }

  /// Segments that write many rows without a merge are in each other's way, and many pages take too
  /// long to write if the time is over.
  private boolean isWrittenAtOnce(Batch batch, BooleanSupplier hasTime) {
    return segment.begun.plan().segments() == 1
        ? batch.pages() == 1 || hasTime.getAsBoolean()
        : batch.rows().counts().entries() <= setup.settings().rowsPerCall();
  }

  private @Nullable SegmentProgress apply(Batch batch, SegmentProgress progress) {
    Instant notAfter = batch.at().plus(setup.indexed().freshness().lease());
    return switch (segment.write(batch.rows().byGroup(), notAfter)) {
      case Applied(var counts) ->
          progress.after(
              batch.lastKey(), progress.counts().plus(batch.rows().counts()).plus(counts));
      case Expired() -> {
        segment.backoff().before("each page becomes too old before it is applied");
        reader.forget();
        yield progress;
      }
      case Lost() -> null;
    };
  }

  /// Writes a batch as a run.
  private WaitingRows sorted(Batch batch, SegmentProgress progress, RowRuns to) {
    WaitingRows before = progress.waiting();
    WaitingRows waiting =
        before == null
            ? new WaitingRows(batch.at(), batch.lastKey(), progress.counts(), List.of(), false)
            : before;
    segment.owner.renew();
    long run = UUID.randomUUID().getMostSignificantBits();
    to.write(segment.begun.generation().id(), run, batch.rows().sorted(), this::call);
    return waiting.with(batch.lastKey(), batch.rows().counts(), run);
  }

  private <T> T call(Supplier<T> call) {
    segment.renewNowAndThen();
    return new Backoff(segment.owner).call("the sorted rows cannot be written", call);
  }

  private WaitingRows filled(WaitingRows rows, Instant readAt, int dropped) {
    return rows.readTo().isEmpty() || rows.runs().size() >= RUNS_MAX || isOld(rows, readAt, dropped)
        ? rows.filled()
        : rows;
  }

  /// Half of the time is left for the merge, and more if that was too little.
  private boolean isOld(WaitingRows rows, Instant readAt, int dropped) {
    Instant first = rows.readAfter().isBefore(oldest) ? rows.readAfter() : oldest;
    Duration time = setup.indexed().freshness().recordAgeMax().dividedBy(2L << dropped);
    return readAt.isAfter(first.plus(time));
  }

  /// @param at the time by the store's clock, before the page was read
  private record Read(TableScan.Page page, Instant at) {
    boolean isLast() {
      return page.lastKey().isEmpty();
    }
  }

  /// Pages that are applied together.
  ///
  /// @param pages their number
  /// @param at the time by the store's clock, before the first page was read
  /// @param lastKey of the last page; empty at the end of the segment
  private record Batch(RowBatch rows, int pages, Instant at, Map<String, AttributeValue> lastKey) {
    boolean isLast() {
      return lastKey.isEmpty();
    }
  }

  /// Reads the pages of the segment, one page ahead, and gathers them into batches.
  private final class Reader {
    /// How many bytes of rows a batch should have. 0 makes each page a batch.
    private final long batchBytes = runs == null ? 0 : runs.batchBytes();

    /// The page that is being read; null if none is.
    private @Nullable CompletableFuture<Read> next;

    /// Reads a page, and more if the store wants more rows in a batch.
    ///
    /// @param hasTime whether another page may begin
    Batch read(Map<String, AttributeValue> after, BooleanSupplier hasTime, Backoff backoff) {
      RowBatch rows = new RowBatch(setup.indexed(), segment.begun.generation());
      Instant begin = setup.clock().instant();
      int pages = 0;
      Instant at = null;
      Map<String, AttributeValue> lastKey = after;
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
        segment.renewNowAndThen();
      } while (at == null
          || (!lastKey.isEmpty()
              && rows.bytes() < batchBytes
              && setup.clock().instant().isBefore(begin.plus(READ_MAX))
              && hasTime.getAsBoolean()));
      return new Batch(rows, pages, at, lastKey);
    }

    /// Forgets the page that is being read. The next one is read from the key that is asked for.
    void forget() {
      next = null;
    }

    private CompletableFuture<Read> readAhead(Map<String, AttributeValue> after) {
      return CompletableFuture.supplyAsync(() -> read(after), setup.readAhead());
    }

    /// Reads the store's clock first, so that the page is at least as new as that time.
    private Read read(Map<String, AttributeValue> after) {
      Instant at = setup.index().time();
      return new Read(
          setup.scan().read(segment.number, segment.begun.plan().segments(), after), at);
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
  }
}
