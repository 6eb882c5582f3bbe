package pagemark.dynamodb.simulation;

import java.util.random.RandomGenerator;
import pagemark.index.RandomFaults;

/// The faults of a schedule, and other events that it counts.
final class Faults extends RandomFaults<Faults.Fault> {
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
    PAGE_FAILED,
    SWEPT,
    SWEEP_FAILED
  }

  Faults(RandomGenerator random) {
    super(Fault.class, random);
  }
}
