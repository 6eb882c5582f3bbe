package pagemark.api;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// Waits for an index for a limited time, whatever the store does meanwhile: looks up names, opens
/// connections, asks other nodes, tries again.
final class TimedIndex implements PageIndexReader {
  private final PageIndexReader index;
  private final Duration firstMax;
  private final Duration max;
  private volatile boolean called;

  /// @param firstMax for the first call, which spends most of its time loading classes
  TimedIndex(PageIndexReader index, Duration firstMax, Duration max) {
    this.index = index;
    this.firstMax = firstMax;
    this.max = max;
  }

  @Override
  public PageSlice page(PageQuery query) {
    return inTime(() -> index.page(query));
  }

  @Override
  public List<Long> counts(CountQuery query) {
    return inTime(() -> index.counts(query));
  }

  @Override
  public String part(GroupRef group) {
    return index.part(group);
  }

  /// The next call is a first one again.
  void beginAnew() {
    called = false;
  }

  private <T> T inTime(Supplier<T> call) {
    FutureTask<T> task = new FutureTask<>(call::get);
    Thread.startVirtualThread(task);
    try {
      return task.get((called ? max : firstMax).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new Unavailable("no answer in time", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      called = true;
      // ends a call that still waits, with its connection
      task.cancel(true);
    }
  }
}
