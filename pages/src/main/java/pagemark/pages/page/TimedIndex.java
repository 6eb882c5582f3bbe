package pagemark.pages.page;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.pages.error.PagesException.Interrupted;

/// Gives every call of the index a timeout, whatever the store does in that time: look up names,
/// open connections, ask other nodes, retry. A call that takes longer is interrupted.
public final class TimedIndex implements PageIndexReader {
  private final PageIndexReader index;
  private final Duration firstMax;
  private final Duration max;
  private volatile boolean called;

  /// @param firstMax the timeout of the first call, which spends most of its time on loading
  ///   classes
  /// @param max the timeout of every other call
  public TimedIndex(PageIndexReader index, Duration firstMax, Duration max) {
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
  public PageIndexReader metered(DoubleConsumer units) {
    PageIndexReader metered = index.metered(units);
    return new PageIndexReader() {
      @Override
      public PageSlice page(PageQuery query) {
        return inTime(() -> metered.page(query));
      }

      @Override
      public List<Long> counts(CountQuery query) {
        return inTime(() -> metered.counts(query));
      }
    };
  }

  @Override
  public String part(GroupRef group) {
    return index.part(group);
  }

  /// Gives the next call the timeout of a first call again.
  public void beginAnew() {
    called = false;
  }

  private <T> T inTime(Supplier<T> call) {
    FutureTask<T> task = new FutureTask<>(call::get);
    Thread.startVirtualThread(task);
    try {
      return task.get((called ? max : firstMax).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new Unavailable("the index did not answer in time", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    } finally {
      called = true;
      // ends a call that still waits, and closes its connection
      task.cancel(true);
    }
  }
}
