package pagemark.local.pump;

import java.time.Duration;

/// How a pump reads and retries.
///
/// @param batchSize records in one invocation, 1 to 1,000
/// @param pollInterval between two reads that found nothing
/// @param idleInterval the same, once so many reads have found nothing that nobody may be writing
/// @param backoffMin after a first failure; it doubles with each further one
/// @param backoffMax where it stops doubling
record PumpSettings(
    int batchSize,
    Duration pollInterval,
    Duration idleInterval,
    Duration backoffMin,
    Duration backoffMax) {
  private static final int IDLE_READS = 200;

  /// Ten times an event source mapping's default batch, and the most that one read returns: a
  /// sample is in the index sooner.
  static final PumpSettings LOCAL =
      new PumpSettings(
          1_000,
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(100),
          Duration.ofSeconds(5));

  /// For a stream in AWS: each read is a call that is paid, and four a second are as many as Lambda
  /// makes.
  static final PumpSettings REMOTE =
      new PumpSettings(
          1_000, Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(30));

  /// With one interval.
  PumpSettings(int batchSize, Duration pollInterval, Duration backoffMin, Duration backoffMax) {
    this(batchSize, pollInterval, pollInterval, backoffMin, backoffMax);
  }

  public PumpSettings {
    if (batchSize < 1 || batchSize > 1_000) {
      throw new IllegalArgumentException("batch size must be 1 to 1000: " + batchSize);
    }
    if (backoffMin.toMillis() < 1 || backoffMax.compareTo(backoffMin) < 0) {
      throw new IllegalArgumentException(
          "back-off must be from 1 ms up: %s to %s".formatted(backoffMin, backoffMax));
    }
  }

  /// The time to wait after so many reads in a row that found nothing.
  Duration pause(int quietReads) {
    return quietReads > IDLE_READS ? idleInterval : pollInterval;
  }

  /// The time to wait after so many failures in a row.
  Duration backoff(int failures) {
    Duration doubled = backoffMin.multipliedBy(1L << Math.min(failures - 1, 20));
    return doubled.compareTo(backoffMax) < 0 ? doubled : backoffMax;
  }
}
