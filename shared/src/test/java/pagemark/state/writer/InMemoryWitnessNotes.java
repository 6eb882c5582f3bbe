package pagemark.state.writer;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The notes of witnesses in memory.
final class InMemoryWitnessNotes implements WitnessNotes {
  private record Key(String listing, String generation, String name, Instant at) {
    static Key of(WitnessNote note) {
      return new Key(note.listing(), note.generation(), note.name(), note.at());
    }
  }

  private final Map<Key, WitnessNote> notes = new ConcurrentHashMap<>();

  @Override
  public void note(WitnessNote note) {
    notes.put(Key.of(note), note);
  }

  @Override
  public Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to) {
    return notes.values().stream()
        .filter(note -> note.listing().equals(listing) && note.generation().equals(generation))
        .filter(note -> !note.at().isBefore(from) && !note.at().isAfter(to))
        .sorted(comparing(WitnessNote::at, reverseOrder()));
  }

  @Override
  public void forget(WitnessNote note) {
    notes.remove(Key.of(note));
  }
}
