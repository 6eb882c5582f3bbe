package pagemark.tree.simulation;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Simulated time: events happen in the order of their times, and actors sleep until theirs. One
/// thread runs at a time, so the same seeds give the same run.
public final class Timeline {
  private record Event(long nanos, long number, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private final Semaphore parked = new Semaphore(0);
  private long now;
  private long number;
  private @Nullable Throwable failure;

  /// Nanoseconds since the begin.
  public long now() {
    return now;
  }

  /// Lets something happen after a while.
  public void after(long nanos, Runnable what) {
    events.add(new Event(now + nanos, number++, what));
  }

  /// Adds an actor, which begins now.
  public void start(Runnable body) {
    Semaphore go = new Semaphore(0);
    Thread.ofVirtual()
        .start(
            () -> {
              go.acquireUninterruptibly();
              try {
                body.run();
              } catch (Throwable e) {
                failure = e;
              }
              parked.release();
            });
    after(0, () -> resume(go));
  }

  private void resume(Semaphore go) {
    go.release();
    parked.acquireUninterruptibly();
  }

  /// Lets the calling actor sleep.
  public void sleep(Duration duration) {
    Semaphore go = new Semaphore(0);
    after(duration.toNanos(), () -> resume(go));
    parked.release();
    go.acquireUninterruptibly();
  }

  /// Runs all events up to a time.
  public void runUntil(Duration end) {
    while (!events.isEmpty() && events.peek().nanos() <= end.toNanos()) {
      Event next = events.remove();
      now = next.nanos();
      next.what().run();
      if (failure != null) {
        throw new AssertionError("an actor failed", failure);
      }
    }
  }
}
