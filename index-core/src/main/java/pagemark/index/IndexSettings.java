package pagemark.index;

import java.time.Duration;

/// Settings with which a store is opened.
///
/// @param fencePeriod in whole seconds; a fence lives for one to two periods
/// @param connectTimeout the time limit for a connection
/// @param replyTimeout the time limit for the answer to a call
public record IndexSettings(Duration fencePeriod, Duration connectTimeout, Duration replyTimeout) {
  public static final IndexSettings DEFAULT =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(2), Duration.ofSeconds(5));

  /// After so much silence a connection is not used any more. A function may have been frozen
  /// meanwhile, and its network may have forgotten the connection without a word: AWS' load
  /// balancers and newer instances forget idle connections after 350 seconds.
  public static final Duration IDLE_MAX = Duration.ofMinutes(5);

  public IndexSettings {
    if (fencePeriod.toSeconds() < 1 || fencePeriod.toMillis() % 1000 != 0) {
      throw new IllegalArgumentException("fence period must be whole seconds: " + fencePeriod);
    }
  }

  /// How long after its write a fence must exist: slightly less than its minimum life.
  public Duration witnessed() {
    return fencePeriod.minus(fencePeriod.dividedBy(12));
  }
}
