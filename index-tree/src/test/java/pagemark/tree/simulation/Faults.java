package pagemark.tree.simulation;

import java.util.random.RandomGenerator;
import pagemark.index.RandomFaults;

/// The faults of [FaultyNodes].
public final class Faults extends RandomFaults<Faults.Fault> {
  public enum Fault {
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
    KILLED_IN_TRANSACTION
  }

  private final int rarity;

  /// @param rarity how many times rarer faults are than usual, for work of many requests
  public Faults(RandomGenerator random, int rarity) {
    super(Fault.class, random);
    this.rarity = rarity;
  }

  @Override
  public boolean happens(Fault fault, int times) {
    return super.happens(fault, times * rarity);
  }
}
