package pagemark.local.pump;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The progress of a pump, for other threads. A round reads every shard once. A round is quiet if
/// every read found nothing and nothing was pending.
final class PumpProgress {
  private final InstantSource clock;
  private long begun;
  private long lastQuiet;
  private int pending;
  private @Nullable Waiting waiting;
  private Instant roundBegan;
  private Instant quietAt;

  PumpProgress(InstantSource clock) {
    this.clock = clock;
    this.roundBegan = clock.instant();
    this.quietAt = roundBegan;
  }

  synchronized void begin() {
    begun++;
    roundBegan = clock.instant();
  }

  /// @param waitingNow the failure that has lasted longest
  synchronized void end(boolean quiet, int pendingNow, @Nullable Waiting waitingNow) {
    pending = pendingNow;
    waiting = waitingNow;
    if (quiet) {
      lastQuiet = begun;
      quietAt = roundBegan;
    }
    notifyAll();
  }

  /// Waits at most `max` for a quiet round that begins after this call.
  synchronized PumpState await(Duration max) throws InterruptedException {
    long before = begun;
    long deadlineNanos = System.nanoTime() + max.toNanos();
    while (lastQuiet <= before) {
      long leftMillis = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
      if (leftMillis <= 0) {
        return new PumpState(Math.max(1, pending), lagMillis(), waiting);
      }
      wait(leftMillis);
    }
    return PumpState.CAUGHT_UP;
  }

  /// When the last complete round began, if it was quiet: the index has all records from before.
  synchronized Optional<Instant> quietSince() {
    return lastQuiet > 0 && lastQuiet >= begun - 1 ? Optional.of(quietAt) : Optional.empty();
  }

  private long lagMillis() {
    return Math.max(0, Duration.between(quietAt, clock.instant()).toMillis());
  }
}
