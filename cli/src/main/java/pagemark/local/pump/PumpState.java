package pagemark.local.pump;

import org.jspecify.annotations.Nullable;

/// How far the index is behind the table.
///
/// @param pendingRecords at least so many stream records are not in the index; 0 only if every
///   shard was just found empty
/// @param lagMillis the time since the index last held all of the stream; 0 if it does now
/// @param waiting the failure that has lasted longest; null if nothing fails
public record PumpState(long pendingRecords, long lagMillis, @Nullable Waiting waiting) {
  /// The index holds all of the stream, or there is no stream.
  public static final PumpState CAUGHT_UP = new PumpState(0, 0, null);

  public boolean isCaughtUp() {
    return pendingRecords == 0;
  }
}
