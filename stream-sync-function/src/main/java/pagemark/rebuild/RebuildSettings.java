package pagemark.rebuild;

import java.time.Duration;

/// @param lease how long another waits for an owner that is silent
/// @param saveEvery how often a segment's position is kept; far less than the lease
/// @param writerAgeMax a writer that was silent for longer has nothing in hand that it read before:
///   writers note every 30 s, and a batch ends within a minute
/// @param writersWaitMax until every writer follows the new generation
/// @param readerAgeMax how long a reader or writer may go on with a generation that is retired
/// @param poll how often is asked while waiting
/// @param triesMax of each page, before the rebuild stops
/// @param roundsMax how often all begins anew where the store has lost a part
public record RebuildSettings(
    Duration lease,
    Duration saveEvery,
    Duration writerAgeMax,
    Duration writersWaitMax,
    Duration readerAgeMax,
    Duration poll,
    int triesMax,
    int roundsMax) {
  public static final RebuildSettings DEFAULT =
      new RebuildSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofSeconds(6),
          Duration.ofMillis(500),
          6,
          5);

  public RebuildSettings {
    if (saveEvery.multipliedBy(3).compareTo(lease) > 0) {
      throw new IllegalArgumentException(
          "saveEvery is %s; it must be at most a third of the lease, %s"
              .formatted(saveEvery, lease));
    }
  }
}
