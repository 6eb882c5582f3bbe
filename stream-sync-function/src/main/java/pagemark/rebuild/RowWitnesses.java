package pagemark.rebuild;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.repair.WitnessLook;
import pagemark.state.Generation;
import pagemark.state.WitnessNote;
import pagemark.state.WitnessNotes;

/// What the store had acknowledged last of a segment's rows. It is looked for, and put on record,
/// before it is on record that the rows are applied: a store that forgets rows forgets those, too.
/// What is on record stays until the rebuild's end, so that any process can look for it.
final class RowWitnesses {
  /// The slots that were written last. What a node loses is what it was told last.
  private static final int SAMPLE_MAX = 1_024;

  /// The notes of segments stand before those of the stream, as if they were of 1970.
  private static final Instant LAST_SEGMENT = Instant.ofEpochMilli(1_000_000);

  private final RebuildSetup setup;
  private final Generation generation;
  private final Instant at;

  /// Null until it was read what an earlier process has noted.
  private @Nullable List<Witness> noted;

  RowWitnesses(RebuildSetup setup, Generation generation, int segment) {
    this.setup = setup;
    this.generation = generation;
    this.at = Instant.ofEpochMilli(segment);
  }

  /// Looks for what was acknowledged last and puts it on record.
  ///
  /// @return whether all of it is there, and all that was on record
  /// @throws pagemark.index.IndexException.Unavailable where the store cannot be asked
  boolean note() {
    Witnesses witnesses = setup.index().witnesses();
    if (witnesses.gone().stream().anyMatch(this::isOurs)) {
      return false;
    }
    List<Witness> unnoted = witnesses.unnoted().stream().filter(this::isOurs).toList();
    List<Witness> sample =
        unnoted.subList(Math.max(0, unnoted.size() - SAMPLE_MAX), unnoted.size());
    List<Witness> before = noted == null ? onRecord(setup, generation, at, at) : noted;
    if (!areThere(setup, Stream.of(before, sample).flatMap(List::stream).toList())) {
      return false;
    }
    AtomicInteger number = new AtomicInteger();
    WitnessNote.of(sample, () -> "rows#" + number.getAndIncrement(), at, at)
        .forEach(setup.writers().witnesses()::note);
    witnesses.noted(unnoted);
    noted = sample.isEmpty() ? before : List.copyOf(sample);
    return true;
  }

  private boolean isOurs(Witness witness) {
    return witness.group().generation().equals(generation.id());
  }

  /// Whether the store still has all that is on record of the rebuild's rows.
  ///
  /// @throws pagemark.index.IndexException.Unavailable where the store cannot be asked
  static boolean areThere(RebuildSetup setup, Generation generation) {
    return areThere(setup, onRecord(setup, generation, Instant.EPOCH, LAST_SEGMENT));
  }

  private static boolean areThere(RebuildSetup setup, List<Witness> witnesses) {
    return new WitnessLook(setup.index(), setup.freshness().recordAgeMax())
        .gone(witnesses)
        .isEmpty();
  }

  private static List<Witness> onRecord(
      RebuildSetup setup, Generation generation, Instant from, Instant to) {
    return setup
        .writers()
        .witnesses()
        .notes(generation.listing(), generation.id(), from, to)
        .flatMap(note -> note.witnesses().stream())
        .toList();
  }

  /// The rebuild is over.
  static void forget(RebuildSetup setup, Generation generation) {
    WitnessNotes notes = setup.writers().witnesses();
    notes
        .notes(generation.listing(), generation.id(), Instant.EPOCH, LAST_SEGMENT)
        .toList()
        .forEach(notes::forget);
  }
}
