package pagemark.local.pump;

import org.jspecify.annotations.Nullable;

/// How far the index is behind the table.
///
/// @param pendingRecords at least so many stream records are not in the index; 0 only where every
///   shard was just found empty
/// @param lagMillis since the index was last known to hold all of the stream; 0 where it does
/// @param waiting what has failed for the longest time; null if nothing waits
public record PumpState(long pendingRecords, long lagMillis, @Nullable Waiting waiting) {
  /// All of the stream is in the index, or there is none.
  public static final PumpState CAUGHT_UP = new PumpState(0, 0, null);

  public boolean isCaughtUp() {
    return pendingRecords == 0;
  }
}
