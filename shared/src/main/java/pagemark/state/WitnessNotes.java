package pagemark.state;

import java.time.Instant;
import java.util.stream.Stream;

/// The writers' notes of what stores had acknowledged, each kept for about a day.
public interface WitnessNotes {
  /// Keeps the note, in place of one of the same name and time.
  void note(WitnessNote note);

  /// The notes of a generation, the newest first, read as they are asked for. Their witnesses are
  /// as old as the oldest of their note.
  ///
  /// @param to included, as `from` is
  Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to);

  /// Forgets the note. Nothing where it is gone.
  void forget(WitnessNote note);
}
