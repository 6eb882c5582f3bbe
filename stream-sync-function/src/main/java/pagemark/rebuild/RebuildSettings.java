package pagemark.rebuild;

import java.time.Duration;

/// The times and limits of a rebuild.
///
/// @param lease how long an owner may be silent before another one may take over
/// @param saveEvery how often a segment's position is kept; at most a third of the lease
/// @param writerAgeMax how long a writer's note is waited for. A writer that was silent for longer
///   has no batch from before: writers note every 30 s, and a batch ends within a minute
/// @param writersWaitMax how long to wait until every writer follows the new generation
/// @param firstNoteMax how long to wait for the first note of a stream's consumer
/// @param lagMax a generation is begun only if the stream's consumer is less behind
/// @param readerAgeMax how long a reader or writer may use a generation after it is retired
/// @param poll the pause between two checks while waiting
/// @param triesMax how often a page is tried before the rebuild stops
/// @param roundsMax how often a rebuild is begun if the store loses a part each time
/// @param rowsPerCall how many rows go into one call of the index, and its groups side by side
public record RebuildSettings(
    Duration lease,
    Duration saveEvery,
    Duration writerAgeMax,
    Duration writersWaitMax,
    Duration firstNoteMax,
    Duration lagMax,
    Duration readerAgeMax,
    Duration poll,
    int triesMax,
    int roundsMax,
    int rowsPerCall) {
  public static final RebuildSettings DEFAULT =
      new RebuildSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(10),
          Duration.ofMinutes(1),
          Duration.ofSeconds(6),
          Duration.ofMillis(500),
          6,
          5,
          2_000);

  public RebuildSettings {
    if (saveEvery.multipliedBy(3).compareTo(lease) > 0) {
      throw new IllegalArgumentException(
          "saveEvery is %s; it must be at most a third of the lease, %s"
              .formatted(saveEvery, lease));
    }
  }

  /// The same with shorter waits, for an index whose readers and writers are in one process. A
  /// writer that has noted nothing by then is not waited for.
  public RebuildSettings waiting(Duration forReaders, Duration betweenChecks) {
    return new RebuildSettings(
        lease,
        saveEvery,
        writerAgeMax,
        writersWaitMax,
        Duration.ZERO,
        lagMax,
        forReaders,
        betweenChecks,
        triesMax,
        roundsMax,
        rowsPerCall);
  }

  public RebuildSettings lagMax(Duration other) {
    return new RebuildSettings(
        lease,
        saveEvery,
        writerAgeMax,
        writersWaitMax,
        firstNoteMax,
        other,
        readerAgeMax,
        poll,
        triesMax,
        roundsMax,
        rowsPerCall);
  }

  public RebuildSettings rowsPerCall(int other) {
    return new RebuildSettings(
        lease,
        saveEvery,
        writerAgeMax,
        writersWaitMax,
        firstNoteMax,
        lagMax,
        readerAgeMax,
        poll,
        triesMax,
        roundsMax,
        other);
  }
}
