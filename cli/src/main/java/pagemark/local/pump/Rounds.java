package pagemark.local.pump;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A thread that runs the same step again and again until it is closed.
public final class Rounds implements AutoCloseable {
  private static final Duration STOP_MAX = Duration.ofSeconds(5);

  private final CountDownLatch stop = new CountDownLatch(1);
  private final Duration first;
  private final Supplier<Duration> step;
  private final Thread thread;

  /// @param name the thread's name
  /// @param first the pause before the first step
  /// @param step returns the pause before the next one
  public Rounds(String name, Duration first, Supplier<Duration> step) {
    this.first = first;
    this.step = step;
    this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  public boolean isClosed() {
    return stop.getCount() == 0;
  }

  private void run() {
    try {
      Duration pause = first;
      while (!stop.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = step.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns when the current step has ended, after 5 seconds at most.
  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join(STOP_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
