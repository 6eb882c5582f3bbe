package pagemark.rebuild;

import java.time.Duration;

/// The times and limits of a rebuild that depend on where it runs, and those that never do.
///
/// @param writerAgeMax how long a writer's note is waited for. A writer that was silent for longer
///   has no batch from before: writers note every 30 s, and a batch ends within a minute
/// @param firstNoteMax how long to wait for the first note of a stream's consumer
/// @param lagMax a generation is begun only if the stream's consumer is less behind
/// @param readerAgeMax how long a reader or writer may use a generation after it is retired
/// @param poll the pause between two checks while waiting
/// @param rowsPerCall how many rows go into one call of the index, and its groups side by side
public record RebuildSettings(
    Duration writerAgeMax,
    Duration firstNoteMax,
    Duration lagMax,
    Duration readerAgeMax,
    Duration poll,
    int rowsPerCall) {
  public static final RebuildSettings DEFAULT =
      new RebuildSettings(
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(1),
          Duration.ofSeconds(6),
          Duration.ofMillis(500),
          2_000);

  /// How often a segment's position is kept; at most a third of the lease.
  static final Duration SAVE_EVERY = Duration.ofSeconds(2);

  /// How long to wait until every writer follows the new generation.
  static final Duration WRITERS_WAIT_MAX = Duration.ofMinutes(10);

  /// How often a page is tried before the rebuild stops.
  static final int TRIES_MAX = 6;

  /// How often a rebuild is begun if the store loses a part each time.
  public static final int ROUNDS_MAX = 5;

  public RebuildSettings lagMax(Duration other) {
    return new RebuildSettings(writerAgeMax, firstNoteMax, other, readerAgeMax, poll, rowsPerCall);
  }
}
