package pagemark.simulation;

import java.util.Random;
import pagemark.index.RandomFaults;

/// The faults of a schedule, and other events that it counts.
final class Faults extends RandomFaults<Faults.Fault> {
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
    QUARANTINE_LOOKED,
    QUARANTINE_SETTLED,
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
    STREAM_OFF,
    CONSUMER_BEHIND,
    STREAM_CONSUMED,
    SUSPENDED,
    MARKED,
    WRONG_AND_SAID,
    HALF_DONE,
    RUN_WRITTEN,
    ROWS_MERGED,
    ROWS_DROPPED,
    SWEPT,
    SWEEP_KILLED
  }

  Faults(Random random) {
    super(Fault.class, random);
  }
}
