package pagemark.state;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/// The writers that consume a stream, as they note themselves. A rebuild reads the table only when
/// each of them knows the new generation: what one writes without knowing it may be lost to it.
public interface Writers {
  /// A writer that has noted nothing for longer than this writes nothing.
  Duration RECENT = Duration.ofMinutes(5);

  /// Keeps the note in place of the writer's last one. It may be forgotten after a day.
  void note(WriterNote note);

  /// The notes of a stream's writers.
  ///
  /// @param since older ones are left out
  List<WriterNote> list(String stream, Instant since);

  /// What the writers note of what stores had acknowledged to them.
  WitnessNotes witnesses();

  /// By how many milliseconds the writer that is most behind was behind the stream; empty where
  /// none has noted anything in the last minutes.
  default OptionalLong lagMillis(String stream, Instant now) {
    return list(stream, now.minus(RECENT)).stream().mapToLong(WriterNote::lagMillis).max();
  }
}
