package pagemark.rebuild;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.index.rows.Row;
import pagemark.repair.IndexedTable;
import pagemark.repair.WitnessCheck.WitnessLook;
import pagemark.state.Generation;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WitnessNotes.WitnessNote;

/// Works on a segment step by step, and keeps how far it is, every [RebuildSettings#SAVE_EVERY].
///
/// Before a position is kept, the rows that the index has acknowledged are looked for
/// ([RowWitnesses]), and the lease is renewed.
final class KeptSegment {
  final RebuildOwner owner;
  final RebuildSetup setup;
  final BeginStep.Begun begun;
  final int number;
  private final RebuildListener listener;
  private final RowWitnesses rows;
  private Backoff backoff;
  private Instant savedAt;
  private Instant renewedAt;

  KeptSegment(RebuildOwner owner, BeginStep.Begun begun, int number, RebuildListener listener) {
    this.owner = owner;
    this.setup = owner.setup();
    this.begun = begun;
    this.number = number;
    this.listener = listener;
    this.rows = new RowWitnesses(setup.indexed(), begun.generation(), number);
    this.backoff = new Backoff(owner);
    this.savedAt = setup.clock().instant();
    this.renewedAt = savedAt;
  }

  /// Counts the tries since the last progress.
  Backoff backoff() {
    return backoff;
  }

  /// Takes steps until there is nothing to do or the time is over, and keeps the last progress.
  ///
  /// @param step returns the same progress if nothing was done, and null if the store has lost a
  ///   part
  /// @param isOver whether there is nothing to do
  /// @return the last progress; null if the store has lost a part
  @Nullable SegmentProgress run(
      SegmentProgress from,
      Function<SegmentProgress, @Nullable SegmentProgress> step,
      Function<SegmentProgress, Boolean> isOver,
      BooleanSupplier hasTime) {
    SegmentProgress progress = from;
    while (!isOver.apply(progress) && hasTime.getAsBoolean()) {
      SegmentProgress next = step.apply(progress);
      if (next == null || !isKept(progress, next)) {
        return null;
      }
      progress = next;
    }
    return progress.equals(from) || save(progress) ? progress : null;
  }

  private boolean isKept(SegmentProgress before, SegmentProgress after) {
    if (after.equals(before)) {
      return true;
    }
    backoff = new Backoff(owner);
    listener.moved(after.read().minus(before.read()));
    return setup.clock().instant().isBefore(savedAt.plus(RebuildSettings.SAVE_EVERY))
        || save(after);
  }

  RowWriter.Result write(Iterator<Row> sorted, Instant notAfter) {
    return new RowWriter(owner, begun.generation()).apply(sorted, notAfter);
  }

  void renewNowAndThen() {
    Instant now = setup.clock().instant();
    if (!now.isBefore(renewedAt.plus(RebuildSettings.SAVE_EVERY))) {
      owner.renew();
      renewedAt = now;
    }
  }

  /// @return false if the store has lost acknowledged rows
  private boolean save(SegmentProgress progress) {
    owner.renew();
    if (!new Backoff(owner).call("the index cannot be read", rows::note)) {
      return false;
    }
    setup.rebuilds().save(begun.plan(), number, progress);
    savedAt = setup.clock().instant();
    return true;
  }

  /// The witnesses of a segment's rows: the row that the store acknowledged last in each slot.
  ///
  /// Before a segment's position is kept, its witnesses are looked up in the index and noted in
  /// `pagemark-state`. A store that loses rows loses the last ones first, so a missing witness
  /// shows the loss. Notes stay until the rebuild ends, so that each of its processes can check
  /// them.
  ///
  /// Cost: each time a position is kept, a look at some 2,000 rows at most.
  static final class RowWitnesses {
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
}
