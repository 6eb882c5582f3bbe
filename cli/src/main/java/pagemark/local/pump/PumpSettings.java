package pagemark.local.pump;

import java.time.Duration;

/// How a pump reads and retries.
///
/// @param pollInterval the pause after a read that found nothing
/// @param idleInterval the pause after 200 such reads in a row, if probably nobody is writing
/// @param backoffMin the pause after the first failure; it doubles with each further one
/// @param backoffMax the longest such pause
/// @param cutsTimes whether the server cuts the times of records to the minute
public record PumpSettings(
    Duration pollInterval,
    Duration idleInterval,
    Duration backoffMin,
    Duration backoffMax,
    boolean cutsTimes) {
  private static final int IDLE_READS = 200;

  /// For DynamoDB Local.
  public static final PumpSettings LOCAL =
      new PumpSettings(
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(100),
          Duration.ofSeconds(5),
          true);

  /// For a stream in AWS, where each read costs money. It reads four times a second, as Lambda
  /// does.
  public static final PumpSettings REMOTE =
      new PumpSettings(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(30));

  /// Settings with one interval for all pauses.
  PumpSettings(Duration pollInterval, Duration backoffMin, Duration backoffMax) {
    this(pollInterval, pollInterval, backoffMin, backoffMax, false);
  }

  /// The pause after so many reads in a row that found nothing.
  Duration pause(int quietReads) {
    return quietReads > IDLE_READS ? idleInterval : pollInterval;
  }

  /// The pause after so many failures in a row.
  Duration backoff(int failures) {
    Duration doubled = backoffMin.multipliedBy(1L << Math.min(failures - 1, 20));
    return doubled.compareTo(backoffMax) < 0 ? doubled : backoffMax;
  }
}
