package pagemark.state.writer;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import pagemark.listing.IndexDefinition;
import pagemark.state.Document;

/// The latest note of a writer about itself.
///
/// @param writer a name that no other writer has
/// @param stream the ARN of the stream that it consumes
/// @param known the ids of the generations into which it writes every record from now on
/// @param at when it wrote the note, by its own clock
/// @param storeTime when it wrote the note, by the clock of the index's store
/// @param lagMillis the age of the oldest record that it had not applied yet; it had applied all
///   earlier ones
/// @param keyFormat the newest key format that it writes. It writes nothing while a generation has
///   a newer one
public record WriterNote(
    String writer,
    String stream,
    Set<String> known,
    Instant at,
    Instant storeTime,
    long lagMillis,
    int keyFormat)
    implements Document {
  private static final Duration KEPT = Duration.ofDays(1);

  public WriterNote {
    known = Set.copyOf(known);
  }

  static String partition(String stream) {
    return "writers#" + stream;
  }

  @Override
  public Key documentKey() {
    return new Key(partition(stream), writer);
  }

  @Override
  public Instant keptUntil() {
    return at.plus(KEPT);
  }

  /// The note of a writer of this version whose clock is the store's.
  public WriterNote(String writer, String stream, Set<String> known, Instant at, long lagMillis) {
    this(writer, stream, known, at, at, lagMillis, IndexDefinition.KEY_FORMAT);
  }
}
