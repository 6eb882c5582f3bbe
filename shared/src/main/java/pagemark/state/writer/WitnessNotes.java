package pagemark.state.writer;

import java.time.Instant;
import java.util.stream.Stream;

/// The writers' notes of acknowledged writes. Each is kept for about a day.
public interface WitnessNotes {
  /// Saves the note. It replaces one of the same name and time.
  void note(WitnessNote note);

  /// The notes of a generation, the newest first, read lazily. In a note of the release before, the
  /// time of each witness is that of the oldest.
  ///
  /// @param from the earliest time, included
  /// @param to the latest time, included
  Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to);

  /// Removes the note. Does nothing if it is gone.
  void forget(WitnessNote note);
}
