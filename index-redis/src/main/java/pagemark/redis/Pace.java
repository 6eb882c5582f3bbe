package pagemark.redis;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Keeps long series of commands below the request limit of a serverless cache. Each piece waits
/// until the time of all earlier pieces is over. It does not wait after the last one.
///
/// A thread may use it alone only.
final class Pace {
  /// The most commands per second to a serverless cache. The template's default limit is 5,000
  /// units (ECPU) per second. A unit is the processor time of a simple GET. A call of a marker's
  /// script takes 3 to 8 of them (`docs/index-layout.md` has the figures). All slots take 27
  /// seconds, which fits into a rebuild's lease.
  static final int SERVERLESS_PER_SECOND = 600;

  private static final int UNLIMITED = Integer.MAX_VALUE;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final int perSecond;
  private final LongSupplier nanos;
  private final LongConsumer wait;
  private long next;

  /// @param nanos the time, whose origin does not matter
  /// @param wait waits for so many nanoseconds
  Pace(int perSecond, LongSupplier nanos, LongConsumer wait) {
    this.perSecond = perSecond;
    this.nanos = nanos;
    this.wait = wait;
    this.next = nanos.getAsLong();
  }

  /// A pace for one series of commands. Only a serverless cache limits it.
  static Pace of(boolean serverless) {
    return new Pace(
        serverless ? SERVERLESS_PER_SECOND : UNLIMITED, System::nanoTime, LockSupport::parkNanos);
  }

  /// Waits until a piece of so many commands may be sent.
  void before(int commands) {
    long now = nanos.getAsLong();
    while (perSecond != UNLIMITED && next - now > 0) {
      wait.accept(next - now);
      now = nanos.getAsLong();
    }
    next = now + commands * NANOS_PER_SECOND / perSecond;
  }
}
