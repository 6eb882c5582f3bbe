package pagemark.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import pagemark.local.pump.Rounds;
import pagemark.sync.StreamSync;

/// Makes the stream function look every two seconds which generations it follows, and note them if
/// they have changed. Otherwise a rebuild would wait for the next write to the table. While records
/// are pending, their batches note more: how far the function is behind.
final class WriterPulse implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final StreamSync consumer;
  private final Supplier<Optional<Instant>> quietSince;
  private final Consumer<String> log;
  private final Rounds rounds = new Rounds("writer-pulse", EVERY, this::note);
  private boolean failed;

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
    pulse.rounds.start();
    return pulse;
  }

  private Duration note() {
    try {
      consumer.note(quietSince.get());
      failed = false;
    } catch (RuntimeException e) {
      if (!failed && !rounds.isClosed()) {
        log.accept("The generations that are followed cannot be noted: " + e.getMessage());
      }
      failed = true;
    }
    return EVERY;
  }

  @Override
  public void close() {
    rounds.close();
  }
}
