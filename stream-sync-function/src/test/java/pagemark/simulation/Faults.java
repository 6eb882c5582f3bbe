package pagemark.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/// Decides which faults happen, until it is told to stop, and counts them.
final class Faults {
  enum Fault {
    REQUEST_LOST,
    REPLY_LOST,
    REQUEST_LATE,
    CRASH,
    BATCH_AGAIN,
    OLD_BATCH_AGAIN,
    HOURS_PASS,
    NUMBERS_FALL,
    READ_FAILS,
    FLUSH,
    SLOT_LOST,
    REBUILD_PAUSED,
    REBUILD_DONE,
    DAMAGE,
    EVICTED,
    AUDITED,
    AUDIT_REPAIRED,
    SUSPECTS_SETTLED,
    RECORDS_LOST,
    REBUILD_KILLED,
    KILLED_WHILE_IT_SERVES,
    LEFT_FOR_LONG,
    TAKEN_OVER,
    INDEX_READ_FAILS,
    INDEX_LAGS,
    QUERY_CUT,
    QUERY_REFUSED,
    PAGE_INDEXED,
    PAGE_UNINDEXED,
    PAGE_ABSENT,
    PAGE_REFUSED,
    PROCESS_DIED,
    STORE_RESTORED,
    SLOT_RESTORED,
    LOSS_UNKNOWN,
    HEALED,
    STREAM_REPLACED,
    STREAM_CONSUMED,
    SUSPENDED,
    MARKED,
    WRONG_AND_SAID,
    HALF_DONE,
    RUN_WRITTEN,
    ROWS_MERGED,
    ROWS_DROPPED
  }

  private final Random random;
  private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
  private boolean over;

  Faults(Random random) {
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
