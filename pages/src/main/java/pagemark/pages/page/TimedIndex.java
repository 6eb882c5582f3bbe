package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
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
  private final InstantSource clock;
  private final AtomicReference<Instant> calledAt;

  /// @param firstMax the timeout of the first call, which loads classes and connects, and of one
  ///   after a silence, which connects anew ([IndexSettings#IDLE_MAX])
  /// @param max the timeout of every other call
  public TimedIndex(PageIndexReader index, Duration firstMax, Duration max, InstantSource clock) {
    this(index, firstMax, max, clock, new AtomicReference<>(Instant.MIN));
  }

  private TimedIndex(
      PageIndexReader index,
      Duration firstMax,
      Duration max,
      InstantSource clock,
      AtomicReference<Instant> calledAt) {
    this.index = index;
    this.firstMax = firstMax;
    this.max = max;
    this.clock = clock;
    this.calledAt = calledAt;
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
  public PageIndexReader telling(DoubleConsumer units) {
    return new TimedIndex(index.telling(units), firstMax, max, clock, calledAt);
  }

  @Override
  public String part(GroupRef group) {
    return index.part(group);
  }

  /// Gives the next call the timeout of a first call again.
  public void beginAnew() {
    calledAt.set(Instant.MIN);
  }

  private boolean connects() {
    Instant last = calledAt.get();
    return last.equals(Instant.MIN)
        || Duration.between(last, clock.instant()).abs().compareTo(IndexSettings.IDLE_MAX) >= 0;
  }

  private <T> T inTime(Supplier<T> call) {
    FutureTask<T> task = new FutureTask<>(call::get);
    Thread.startVirtualThread(task);
    try {
      return task.get((connects() ? firstMax : max).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new Unavailable("the index did not answer in time", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    } finally {
      calledAt.set(clock.instant());
      // ends a call that still waits, and closes its connection
      task.cancel(true);
    }
  }
}
