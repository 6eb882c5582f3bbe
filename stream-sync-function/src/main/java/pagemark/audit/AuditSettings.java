package pagemark.audit;

import java.time.Duration;
import java.time.Instant;
import pagemark.state.writer.Writers;
import pagemark.words.WrongValue;

/// The options of an audit.
///
/// @param sample the part of the table and of the groups that is compared; 1 is all
/// @param workers how many segments or groups are read in parallel; 1 to 64
/// @param repair whether differences are repaired; else nothing is written
/// @param lag how far the index may be behind its table; at most 10 minutes
/// @param until the time by the audit's clock at which it must have ended
public record AuditSettings(
    double sample, int workers, boolean repair, Duration lag, Instant until) {
  public static final int WORKERS_MAX = 64;

  /// The longest lag that an audit waits for. Items that are further behind count as unsettled.
  private static final Duration LAG_MAX = Duration.ofMinutes(10);

  private static final Duration WAIT_MIN = Duration.ofSeconds(5);

  /// Compares all, on four threads, and repairs nothing.
  public static final AuditSettings DEFAULT =
      new AuditSettings(1, 4, false, Duration.ZERO, Instant.MAX);

  public AuditSettings {
    WrongValue.unless(sample > 0 && sample <= 1, "sample", sample, "above 0 and at most 1");
    WrongValue.unless(
        workers >= 1 && workers <= WORKERS_MAX, "workers", workers, "1 to " + WORKERS_MAX);
    WrongValue.unless(
        !lag.isNegative() && lag.compareTo(LAG_MAX) <= 0,
        "lag",
        lag,
        Duration.ZERO + " to " + LAG_MAX);
  }

  /// The lag that the writers of a stream have noted, at most 10 minutes.
  public static Duration lag(Writers writers, String stream, Instant now) {
    Duration lag = Duration.ofMillis(writers.lagMillis(stream, now).orElse(0));
    return lag.compareTo(LAG_MAX) > 0 ? LAG_MAX : lag;
  }

  boolean isSample() {
    return sample < 1;
  }

  /// The time between the first and the second look at an item: longer than a change takes from the
  /// table to the index.
  Duration secondLookAfter() {
    Duration twice = lag.multipliedBy(2);
    return (twice.compareTo(WAIT_MIN) < 0 ? WAIT_MIN : twice).plusMillis(1);
  }
}
