package pagemark.sql;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import pagemark.index.IndexException;

/// The time by which fences live.
///
/// @param clock of this machine
record FenceTime(long periodSeconds, InstantSource clock) {
  private static final Duration DIFFERENCE_MAX = Duration.ofHours(1);

  /// The database's time. A clock that is wrong would drop fences that are needed, or keep them for
  /// ever; nobody can tell which of two clocks is wrong.
  ///
  /// @throws IndexException.Unavailable if it is far from this machine's
  Instant now(Tx tx) throws SQLException {
    Instant there = Instant.ofEpochMilli(tx.millis());
    Instant here = clock.instant();
    if (Duration.between(there, here).abs().compareTo(DIFFERENCE_MAX) > 0) {
      throw new IndexException.Unavailable(
          "the time of the index's database is %s, that of its caller %s; they may differ by %s."
                  .formatted(there, here, DIFFERENCE_MAX)
              + " Set the clock that is wrong",
          null);
    }
    return there;
  }

  long period(Instant now) {
    return now.getEpochSecond() / periodSeconds;
  }
}
