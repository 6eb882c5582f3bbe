package pagemark.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import pagemark.state.Document;

/// How far a stream is followed, in one of two readings. It is kept for a week after the last
/// watch.
///
/// @param since earlier records need not be read
/// @param until every record that was created before this time is applied; in the second reading,
///   later ones need not be read
/// @param positions for each shard, the sequence number of the last record that is done
/// @param at when the watch looked
record StreamProgress(
    String stream,
    Reading reading,
    Instant since,
    Instant until,
    Map<String, String> positions,
    Instant at)
    implements Document {
  private static final Duration KEPT = Duration.ofDays(7);

  enum Reading {
    /// The consumer's own.
    FIRST,
    /// Another one, because a store has lost writes. It is gone once it is over.
    SECOND
  }

  StreamProgress {
    positions = Map.copyOf(positions);
  }

  /// The same reading, later.
  StreamProgress at(Instant end, Map<String, String> reached, Instant now) {
    return new StreamProgress(stream, reading, since, end, reached, now);
  }

  static Key key(String stream, Reading reading) {
    return new Key("followed#" + stream, reading.name());
  }

  @Override
  public Key documentKey() {
    return key(stream, reading);
  }

  @Override
  public Instant keptUntil() {
    return at.plus(KEPT);
  }
}
