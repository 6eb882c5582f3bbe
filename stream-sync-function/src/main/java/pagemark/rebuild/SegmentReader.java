package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.rows.RowRuns;
import pagemark.state.Generation;
import pagemark.table.TableScan;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the pages of a segment, one page ahead, and gathers them into batches.
final class SegmentReader {
  /// How long pages are read before their rows are written, at most.
  private static final Duration READ_MAX = Duration.ofMinutes(1);

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
  record Batch(RowBatch rows, int pages, Instant at, Map<String, AttributeValue> lastKey) {
    boolean isLast() {
      return lastKey.isEmpty();
    }
  }

  private final RebuildSetup setup;
  private final Generation generation;
  private final int segment;
  private final int segments;
  private final Runnable renewal;

  /// How many bytes of rows a batch should have. 0 makes each page a batch.
  private final long batchBytes;

  /// The page that is being read; null if none is.
  private @Nullable CompletableFuture<Read> next;

  /// @param renewal renews the lease of the rebuild if that is due
  SegmentReader(
      RebuildSetup setup, Generation generation, int segment, int segments, Runnable renewal) {
    this.setup = setup;
    this.generation = generation;
    this.segment = segment;
    this.segments = segments;
    this.renewal = renewal;
    this.batchBytes = setup.index().rowRuns().map(RowRuns::batchBytes).orElse(0L);
  }

  /// Reads a page, and more if the store wants more rows in a batch.
  ///
  /// @param hasTime whether another page may begin
  Batch read(Map<String, AttributeValue> after, BooleanSupplier hasTime, Backoff backoff) {
    RowBatch rows = new RowBatch(setup.indexed(), generation);
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
      renewal.run();
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
    return new Read(setup.scan().read(segment, segments, after), at);
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
