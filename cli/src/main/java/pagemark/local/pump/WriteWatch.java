package pagemark.local.pump;

import java.util.function.Supplier;
import pagemark.embedded.Writes;

/// Peeks at each call while somebody writes, and at every tenth call if nobody does: a server that
/// was asked for no write has no new records.
///
/// It peeks now and then all the same because of a deletion by time to live, which nobody asks for.
final class WriteWatch implements Peek {
  /// More than a second with the shorter pause of [PumpSettings#LOCAL]. A second is how long a
  /// written record may stay invisible to reads.
  private static final int AWAKE = 25;

  private static final int ASLEEP = 10;

  private final Peek peek;
  private final Supplier<Writes> writes;
  private Writes seen = new Writes(-1, -1);
  private int calls;

  WriteWatch(Peek peek, Supplier<Writes> writes) {
    this.peek = peek;
    this.writes = writes;
  }

  @Override
  public boolean isQuiet(String iterator) {
    Writes now = writes.get();
    calls = now.equals(seen) && now.areOver() ? calls + 1 : 1;
    seen = now;
    return (calls > AWAKE && calls % ASLEEP != 0) || peek.isQuiet(iterator);
  }
}
