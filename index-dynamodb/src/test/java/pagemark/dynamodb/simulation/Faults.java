package pagemark.dynamodb.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Decides which faults happen, until it is told to stop, and counts them.
final class Faults {
  enum Fault {
    /// A write is refused because of the load.
    THROTTLED,
    /// A round trip fails before it was sent.
    FAILED,
    REPLY_LOST,
    SENT_TWICE,
    DONE_LATE,
    STALE_READ,
    /// A transaction takes a while.
    SLOW_TRANSACTION,
    KILLED,
    /// A process dies, and its transaction goes on.
    KILLED_IN_TRANSACTION,
    BATCH_AGAIN,
    OLD_BATCH_AGAIN,
    NUMBERS_FALL,
    PERIOD_PASSES,
    TOO_LATE,
    REPAIRED,
    PAGE_READ,
    PAGE_FAILED
  }

  private final RandomGenerator random;
  private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
  private boolean over;

  Faults(RandomGenerator random) {
    this.random = random;
  }

  /// Whether `fault` happens now; the probability is 1 in `times`.
  boolean happens(Fault fault, int times) {
    boolean happens = !over && random.nextInt(times) == 0;
    if (happens) {
      count(fault);
    }
    return happens;
  }

  /// Counts a fault that happened by itself.
  void count(Fault fault) {
    counts.merge(fault, 1, Integer::sum);
  }

  void stop() {
    over = true;
  }

  Map<Fault, Integer> counts() {
    return counts;
  }
}
