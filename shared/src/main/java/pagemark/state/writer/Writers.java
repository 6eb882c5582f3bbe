package pagemark.state.writer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/// The writers that consume a stream, by their own notes. A rebuild starts to read the table when
/// every writer knows the new generation. Before that, a writer could apply a record to the old
/// generation only, and the new one would miss it.
public interface Writers {
  /// A writer without a note for longer than this does not write.
  Duration RECENT = Duration.ofMinutes(5);

  /// Saves the note instead of the writer's last one. It may be forgotten after a day.
  void note(WriterNote note);

  /// The notes of a stream's writers.
  ///
  /// @param since leaves out older notes
  List<WriterNote> list(String stream, Instant since);

  /// The writers' notes of acknowledged writes.
  WitnessNotes witnesses();

  /// The lag of the slowest writer behind the stream, in milliseconds. Empty if no writer has noted
  /// anything in the last 5 minutes.
  default OptionalLong lagMillis(String stream, Instant now) {
    return list(stream, now.minus(RECENT)).stream().mapToLong(WriterNote::lagMillis).max();
  }
}
