package pagemark.rebuild;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.repair.IndexedTable;
import pagemark.repair.WitnessLook;
import pagemark.state.Generation;
import pagemark.state.writer.WitnessNote;
import pagemark.state.writer.WitnessNotes;

/// The witnesses of a segment's rows: the row that the store acknowledged last in each slot.
///
/// Before a segment's position is kept, its witnesses are looked up in the index and noted in
/// `pagemark-state`. A store that loses rows loses the last ones first, so a missing witness shows
/// the loss. Notes stay until the rebuild ends, so that each of its processes can check them.
///
/// Cost: each time a position is kept, a look at some 2,000 rows at most.
final class RowWitnesses {
  /// How many slots are noted, the last written ones. A node loses its last writes first.
  private static final int SAMPLE_MAX = 1_024;

  /// The end of the times of segments' notes. Their times lie in 1970, before all notes of the
  /// stream.
  private static final Instant LAST_SEGMENT = Instant.ofEpochMilli(1_000_000);

  private final IndexedTable indexed;
  private final Generation generation;
  private final Instant at;

  /// The last noted witnesses; null until the notes of an earlier process have been read.
  private @Nullable List<Witness> noted;

  RowWitnesses(IndexedTable indexed, Generation generation, int segment) {
    this.indexed = indexed;
    this.generation = generation;
    this.at = Instant.ofEpochMilli(segment);
  }

  /// Looks for the noted and the new witnesses, and notes the new ones.
  ///
  /// @return whether all of them are there
  boolean note() {
    return indexed.index().witnesses().map(this::note).orElse(true);
  }

  private boolean note(Witnesses witnesses) {
    if (witnesses.gone().stream().anyMatch(this::isOurs)) {
      return false;
    }
    List<Witness> unnoted = witnesses.unnoted().stream().filter(this::isOurs).toList();
    List<Witness> sample =
        unnoted.subList(Math.max(0, unnoted.size() - SAMPLE_MAX), unnoted.size());
    List<Witness> before = noted == null ? onRecord(indexed, generation, at, at) : noted;
    if (!areThere(indexed, Stream.of(before, sample).flatMap(List::stream).toList())) {
      return false;
    }
    AtomicInteger number = new AtomicInteger();
    WitnessNote.of(sample, () -> "rows#" + number.getAndIncrement(), at, at)
        .forEach(indexed.writers().witnesses()::note);
    witnesses.noted(unnoted);
    noted = sample.isEmpty() ? before : List.copyOf(sample);
    return true;
  }

  private boolean isOurs(Witness witness) {
    return witness.group().generation().equals(generation.id());
  }

  /// Whether the store still has all noted witnesses of the rebuild.
  static boolean areThere(IndexedTable indexed, Generation generation) {
    return areThere(indexed, onRecord(indexed, generation, Instant.EPOCH, LAST_SEGMENT));
  }

  private static boolean areThere(IndexedTable indexed, List<Witness> witnesses) {
    return new WitnessLook(indexed.index(), indexed.freshness().recordAgeMax())
        .gone(witnesses)
        .isEmpty();
  }

  private static List<Witness> onRecord(
      IndexedTable indexed, Generation generation, Instant from, Instant to) {
    return indexed
        .writers()
        .witnesses()
        .notes(generation.listing(), generation.id(), from, to)
        .flatMap(note -> note.witnesses().stream())
        .toList();
  }

  /// Removes the notes of a rebuild that has ended.
  static void forget(IndexedTable indexed, Generation generation) {
    WitnessNotes notes = indexed.writers().witnesses();
    notes
        .notes(generation.listing(), generation.id(), Instant.EPOCH, LAST_SEGMENT)
        .toList()
        .forEach(notes::forget);
  }
}
