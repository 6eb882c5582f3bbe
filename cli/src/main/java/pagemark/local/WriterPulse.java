package pagemark.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import pagemark.sync.StreamSync;

/// Makes the stream function look every two seconds which generations it follows, and note them if
/// they have changed. Otherwise a rebuild would wait for the next write to the table. While records
/// are pending, their batches note more: how far the function is behind.
final class WriterPulse implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final Duration STOP_MAX = Duration.ofSeconds(5);

  private final StreamSync consumer;
  private final Supplier<Optional<Instant>> quietSince;
  private final Consumer<String> log;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("writer-pulse").unstarted(this::run);

  private WriterPulse(
      StreamSync consumer, Supplier<Optional<Instant>> quietSince, Consumer<String> log) {
    this.consumer = consumer;
    this.quietSince = quietSince;
    this.log = log;
  }

  /// @param quietSince the time before which all records are applied, if none are pending
  static WriterPulse start(
      StreamSync consumer, Supplier<Optional<Instant>> quietSince, Consumer<String> log) {
    WriterPulse pulse = new WriterPulse(consumer, quietSince, log);
    pulse.thread.start();
    return pulse;
  }

  private void run() {
    boolean failed = false;
    try {
      while (!stop.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          consumer.note(quietSince.get());
          failed = false;
        } catch (RuntimeException e) {
          if (!failed && stop.getCount() > 0) {
            log.accept("The generations that are followed cannot be noted: " + e.getMessage());
          }
          failed = true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

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
