package pagemark.sql;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import pagemark.index.IndexException;
import pagemark.sql.connection.Tx;

/// The time by which fences expire.
///
/// @param clock this machine's clock
record FenceClock(long periodSeconds, InstantSource clock) {
  private static final Duration DIFFERENCE_MAX = Duration.ofHours(1);

  /// Reads the database's time. A wrong clock would drop fences that are needed, or keep them for
  /// ever. Nobody can tell which of two clocks is wrong.
  ///
  /// @throws IndexException.Unavailable if it differs from this machine's time by more than an hour
  Instant now(Tx tx) throws SQLException {
    Instant there = Instant.ofEpochMilli(tx.millis());
    Instant here = clock.instant();
    if (Duration.between(there, here).abs().compareTo(DIFFERENCE_MAX) > 0) {
      throw new IndexException.Unavailable(
          "the time of the index's database is %s, the time of its caller %s; they may differ by up"
                  .formatted(there, here)
              + " to 1 hour. Correct the clock that is wrong",
          null);
    }
    return there;
  }

  long period(Instant now) {
    return now.getEpochSecond() / periodSeconds;
  }
}
