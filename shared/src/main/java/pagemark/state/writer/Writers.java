package pagemark.state.writer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import pagemark.state.StateStore;

/// The writers that consume a stream, by their own notes. A rebuild starts to read the table when
/// every writer knows the new generation. Before that, a writer could apply a record to the old
/// generation only, and the new one would miss it.
@FunctionalInterface
public interface Writers {
  /// A writer without a note for longer than this does not write.
  Duration RECENT = Duration.ofMinutes(5);

  StateStore state();

  static Writers of(StateStore state) {
    return () -> state;
  }

  /// Saves the note instead of the writer's last one. It may be forgotten after a day.
  default void note(WriterNote note) {
    state().put(note);
  }

  /// The notes of a stream's writers.
  ///
  /// @param since leaves out older notes
  default List<WriterNote> list(String stream, Instant since) {
    return state()
        .list(WriterNote.class, StateStore.Range.of(WriterNote.partition(stream)))
        .filter(note -> !note.at().isBefore(since))
        .toList();
  }

  /// The writers' notes of acknowledged writes.
  default WitnessNotes witnesses() {
    return this::state;
  }

  /// The lag of the slowest writer behind the stream, in milliseconds. Empty if no writer has noted
  /// anything in the last 5 minutes.
  default OptionalLong lagMillis(String stream, Instant now) {
    return list(stream, now.minus(RECENT)).stream().mapToLong(WriterNote::lagMillis).max();
  }
}
