package pagemark.state.writer;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import java.time.Instant;
import java.util.Iterator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import pagemark.state.StateStore;

/// The writers' notes of acknowledged writes. Each is kept for about a day.
///
/// The notes of a generation lie in 8 partitions, because one of DynamoDB's takes 1,000 write units
/// a second.
@FunctionalInterface
public interface WitnessNotes {
  StateStore state();

  /// Saves the note. It replaces one of the same name and time.
  default void note(WitnessNote note) {
    state().put(WitnessItem.of(note));
  }

  /// The notes of a generation, the newest first, read lazily. Merges the partitions: each is read
  /// a page at a time, when it has the newest note that is left.
  ///
  /// @param from the earliest time, included
  /// @param to the latest time, included
  default Stream<WitnessNote> notes(String listing, String generation, Instant from, Instant to) {
    record Notes(WitnessNote first, Iterator<WitnessNote> older) {
      Instant at() {
        return first.at();
      }
    }
    PriorityQueue<Notes> newest = new PriorityQueue<>(comparing(Notes::at, reverseOrder()));
    Consumer<Iterator<WitnessNote>> queue =
        notes -> {
          if (notes.hasNext()) {
            newest.add(new Notes(notes.next(), notes));
          }
        };
    String last = WitnessItem.time(to) + "~";
    for (int number = 0; number < WitnessItem.PARTITIONS; number++) {
      String pk = WitnessItem.partition(listing, generation, number);
      StateStore.Range range =
          new StateStore.Range(pk, WitnessItem.time(from), last, Integer.MAX_VALUE, true);
      queue.accept(state().list(WitnessItem.class, range).map(WitnessItem::note).iterator());
    }
    return Stream.generate(newest::poll)
        .takeWhile(Objects::nonNull)
        .map(
            notes -> {
              queue.accept(notes.older());
              return notes.first();
            });
  }

  /// Removes the note. Does nothing if it is gone.
  default void forget(WitnessNote note) {
    state().delete(WitnessItem.of(note));
  }
}
