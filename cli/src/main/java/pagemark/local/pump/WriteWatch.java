package pagemark.local.pump;

import java.util.function.LongSupplier;

/// Peeks at each call while somebody writes, and at every tenth call if nobody does: a server that
/// was asked for no write has no new records.
///
/// It peeks now and then all the same because of a write that takes long, and of a deletion by time
/// to live, which nobody asks for.
final class WriteWatch implements Peek {
  /// More than a second with the longer pause of [PumpSettings#LOCAL], which is how long a written
  /// record may stay invisible to reads.
  private static final int AWAKE = 12;

  private static final int ASLEEP = 10;

  private final Peek peek;
  private final LongSupplier writes;
  private long seen = -1;
  private int calls;

  /// @param writes the number of writes that the server was asked for so far, by anybody
  WriteWatch(Peek peek, LongSupplier writes) {
    this.peek = peek;
    this.writes = writes;
  }

  @Override
  public boolean isQuiet(String iterator) {
    long now = writes.getAsLong();
    calls = now == seen ? calls + 1 : 1;
    seen = now;
    return (calls > AWAKE && calls % ASLEEP != 0) || peek.isQuiet(iterator);
  }
}
