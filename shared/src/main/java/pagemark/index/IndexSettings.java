package pagemark.index;

import java.time.Duration;

/// What a store is opened with.
///
/// @param fencePeriod fences live at least this long, and at most twice; whole seconds
/// @param connectTimeout until a connection stands
/// @param replyTimeout until a call is answered
public record IndexSettings(Duration fencePeriod, Duration connectTimeout, Duration replyTimeout) {
  public static final IndexSettings DEFAULT =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(2), Duration.ofSeconds(5));

  public IndexSettings {
    if (fencePeriod.toSeconds() < 1 || fencePeriod.toMillis() % 1000 != 0) {
      throw new IllegalArgumentException("fence period must be whole seconds: " + fencePeriod);
    }
  }

  /// How long a fence is expected after it was written; a bit less than it lives at least.
  public Duration witnessed() {
    return fencePeriod.minus(fencePeriod.dividedBy(12));
  }
}
