package pagemark.audit;

import java.time.Duration;
import java.time.Instant;
import pagemark.state.Writers;

/// How an audit goes about it.
///
/// @param sample the part of the table and of the groups that is compared; 1 is all
/// @param workers how many segments, and how many groups, are read side by side; 1 to 64
/// @param repair whether what differs is repaired; else nothing is written
/// @param lag how far the index may be behind its table; at most 10 minutes
/// @param until when, by the audit's clock, it must be over
public record AuditSettings(
    double sample, int workers, boolean repair, Duration lag, Instant until) {
  public static final int WORKERS_MAX = 64;

  /// What is further behind than this is not waited for: its items are told as unsettled.
  private static final Duration LAG_MAX = Duration.ofMinutes(10);

  private static final Duration WAIT_MIN = Duration.ofSeconds(5);

  /// All of it, on four threads, only to tell.
  public static final AuditSettings DEFAULT =
      new AuditSettings(1, 4, false, Duration.ZERO, Instant.MAX);

  public AuditSettings {
    require(sample > 0 && sample <= 1, "sample", sample, "above 0, and 1 at most");
    require(workers >= 1 && workers <= WORKERS_MAX, "workers", workers, "1 to " + WORKERS_MAX);
    require(!lag.isNegative() && lag.compareTo(LAG_MAX) <= 0, "lag", lag, "at most " + LAG_MAX);
  }

  private static void require(boolean holds, String name, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException("%s is %s; it must be %s".formatted(name, value, allowed));
    }
  }

  /// How far the writers of a stream said they are behind, as far as an audit waits for them.
  public static Duration lag(Writers writers, String stream, Instant now) {
    Duration lag = Duration.ofMillis(writers.lagMillis(stream, now).orElse(0));
    return lag.compareTo(LAG_MAX) > 0 ? LAG_MAX : lag;
  }

  boolean isSample() {
    return sample < 1;
  }

  /// How long after the first look at an item the second comes: longer than a change takes from the
  /// table to the index.
  Duration secondLookAfter() {
    Duration twice = lag.multipliedBy(2);
    return (twice.compareTo(WAIT_MIN) < 0 ? WAIT_MIN : twice).plusMillis(1);
  }
}
