package pagemark.local.pump;

import java.time.Duration;

/// How a pump reads and retries.
///
/// @param batchSize records in one invocation, 1 to 1,000
/// @param pollInterval the pause after a read that found nothing
/// @param idleInterval the pause after 200 such reads in a row, if probably nobody is writing
/// @param backoffMin the pause after the first failure; it doubles with each further one
/// @param backoffMax the longest such pause
record PumpSettings(
    int batchSize,
    Duration pollInterval,
    Duration idleInterval,
    Duration backoffMin,
    Duration backoffMax) {
  private static final int IDLE_READS = 200;

  /// For DynamoDB Local. The batch is ten times the default of an event source mapping, and the
  /// most that one read returns, so that a sample is indexed sooner.
  static final PumpSettings LOCAL =
      new PumpSettings(
          1_000,
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(100),
          Duration.ofSeconds(5));

  /// For a stream in AWS, where each read costs money. It reads four times a second, as Lambda
  /// does.
  static final PumpSettings REMOTE =
      new PumpSettings(
          1_000, Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(30));

  /// Settings with one interval for all pauses.
  PumpSettings(int batchSize, Duration pollInterval, Duration backoffMin, Duration backoffMax) {
    this(batchSize, pollInterval, pollInterval, backoffMin, backoffMax);
  }

  public PumpSettings {
    if (batchSize < 1 || batchSize > 1_000) {
      throw new IllegalArgumentException(
          "batch size is %d. Valid values: 1 to 1000".formatted(batchSize));
    }
    if (backoffMin.toMillis() < 1 || backoffMax.compareTo(backoffMin) < 0) {
      throw new IllegalArgumentException(
          "back-off is %s to %s. Valid values: at least 1 ms, and a maximum not below the minimum"
              .formatted(backoffMin, backoffMax));
    }
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
