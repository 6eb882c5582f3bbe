package pagemark.repair;

import static java.util.Comparator.naturalOrder;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Looked;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witness;
import pagemark.state.Generation;
import pagemark.state.Generation.GenerationId;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNotes;
import pagemark.state.writer.WitnessNotes.WitnessNote;

/// Checks the witnesses that writers have noted: acknowledged fences that the store must still
/// have. If one is gone, the store has lost writes, and the generation is marked inexact.
///
/// The mark says since when writes may be lost ([LossExtent]). If the notes do not tell, the loss
/// may go back further than all of them. The mark then says the generation's birth, or, if that is
/// too long ago, a time that is too old for the stream to be read again.
///
/// A writer that misses a witness has all notes checked at once. Later writes, and the second
/// reading of the stream, write items again and so destroy the evidence of how far back the loss
/// goes. After the generation is marked, its broken notes are removed, or they would be found
/// again.
///
/// Cost: a look at up to 20,000 witnesses, 1,000 or so in a round. If one is gone, it goes on until
/// the notes bound the loss: about as far as the loss goes, whatever the number of older notes.
///
/// @param marking marks the generation that has lost writes
public record WitnessCheck(
    PageIndexWriter index, WitnessNotes notes, Marking marking, InstantSource clock) {
  private static final Duration NOTES_AGE_MAX = Duration.ofHours(23);

  /// The age of a loss whose begin is unknown. It is too old for the stream to be read again.
  private static final Duration UNKNOWN = Duration.ofHours(24);

  private static final int WITNESSES_PER_ROUND = 1_000;

  /// The most witnesses of a check that finds no loss. If there are more, writes are so frequent
  /// that they find a loss themselves.
  private static final int WITNESSES_MAX = 20_000;

  /// Marks a generation, see [pagemark.state.Generations#mark].
  @FunctionalInterface
  public interface Marking {
    void mark(String listing, String generation, Inexact mark);
  }

  public static WitnessCheck of(IndexedTable table, Marking marking) {
    return new WitnessCheck(table.index(), table.writers().witnesses(), marking, table.clock());
  }

  /// The result of a check.
  ///
  /// @param mark the generation's new mark; null if no loss was found
  /// @param unchecked why some witnesses could not be checked, so that the next check tries them
  ///   again; null if all were checked
  public record Result(@Nullable Inexact mark, @Nullable String unchecked) {}

  /// Checks the noted witnesses of a generation, and marks it if one is gone.
  ///
  /// @param hasTime whether another call may begin
  public Result check(Generation generation, BooleanSupplier hasTime) {
    Instant now = clock.instant();
    Iterator<WitnessNote> newestFirst =
        notes
            .notes(
                generation.listing(), generation.id(), now.minus(NOTES_AGE_MAX), now.plus(UNKNOWN))
            .iterator();
    LossExtent loss = new LossExtent(index::part);
    String unchecked = null;
    int looked = 0;
    while (newestFirst.hasNext() && (looked < WITNESSES_MAX || loss.needsOlder())) {
      if (!hasTime.getAsBoolean()) {
        unchecked = "no time is left";
        break;
      }
      List<WitnessNote> some = next(newestFirst);
      looked += some.stream().mapToInt(note -> note.witnesses().size()).sum();
      WitnessLook.Seen seen = look(some);
      Set<Witness> gone = Set.copyOf(seen.gone());
      Set<Witness> untouched = Set.copyOf(seen.untouched());
      some.forEach(note -> loss.add(note, gone, untouched));
      unchecked = seen.failure() == null ? unchecked : String.valueOf(seen.failure().getMessage());
    }
    if (!loss.isLoss()) {
      return new Result(null, unchecked);
    }
    boolean isUnread = loss.needsOlder() && newestFirst.hasNext();
    Instant since = loss.since().filter(_ -> !isUnread).orElseGet(() -> begin(generation, now));
    Inexact mark = new Inexact(Inexact.Cause.LOST_WRITES, since, now);
    marking.mark(generation.listing(), generation.id(), mark);
    loss.broken().forEach(notes::forget);
    return new Result(mark, unchecked);
  }

  /// The begin of a loss that the notes do not bound. It is not before the generation's birth: a
  /// store that has lost earlier writes would not know the generation.
  private static Instant begin(Generation generation, Instant now) {
    Instant birth = GenerationId.madeAt(generation.id());
    return birth.isAfter(now.minus(NOTES_AGE_MAX)) ? birth : now.minus(UNKNOWN);
  }

  private static List<WitnessNote> next(Iterator<WitnessNote> notes) {
    List<WitnessNote> some = new ArrayList<>();
    for (int witnesses = 0; notes.hasNext() && witnesses < WITNESSES_PER_ROUND; ) {
      some.add(notes.next());
      witnesses += some.getLast().witnesses().size();
    }
    return some;
  }

  private WitnessLook.Seen look(List<WitnessNote> some) {
    return new WitnessLook(index, IndexSettings.DEFAULT.witnessed())
        .look(some.stream().flatMap(note -> note.witnesses().stream()).toList());
  }

  /// How far back a loss goes, as notes tell that are added newest first:
  ///
  /// 1. A part of the store that comes back has everything up to some moment, and nothing of later.
  ///    So a witness that nobody has written to since shows that its part has everything up to the
  ///    moment at which it was acknowledged, if no older witness of the part is gone.
  /// 2. The loss began at the earliest such moment of all parts that have lost a witness. Other
  ///    parts prove nothing for them.
  /// 3. Whatever a writer wrote after that moment may be lost, although its witnesses are there:
  ///    somebody may have written them again, and a note may have only some. So the oldest record
  ///    of all later notes counts, of whichever writer.
  static final class LossExtent {
    /// What is known of a part that has lost writes.
    ///
    /// @param gone when its oldest missing witness was acknowledged
    /// @param whole the part has everything up to here; null if that is not known
    private record Part(Instant gone, @Nullable Instant whole) {
      Part andGone(Instant at) {
        Instant oldest = at.isBefore(gone) ? at : gone;
        return new Part(oldest, whole == null || !whole.isBefore(oldest) ? null : whole);
      }

      Part andUntouched(Instant at) {
        boolean isBetter = at.isBefore(gone) && (whole == null || whole.isBefore(at));
        return isBetter ? new Part(gone, at) : this;
      }
    }

    private final Function<GroupRef, String> partOf;
    private final Map<String, Part> parts = new HashMap<>();
    private final List<WitnessNote> broken = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    /// What a note says of the writes before it.
    private record Span(Instant at, Instant since) {}

    /// @param partOf names the part of the store in which a group is
    LossExtent(Function<GroupRef, String> partOf) {
      this.partOf = partOf;
    }

    /// Adds a note that is older than those before.
    void add(WitnessNote note, Set<Witness> gone, Set<Witness> untouched) {
      spans.add(new Span(note.at(), note.since()));
      List<Witness> missing = note.witnesses().stream().filter(gone::contains).toList();
      if (!missing.isEmpty()) {
        broken.add(note);
      }
      for (Witness witness : missing) {
        parts.merge(
            partOf.apply(witness.group()),
            new Part(witness.at(), null),
            (part, _) -> part.andGone(witness.at()));
      }
      if (isLoss()) {
        note.witnesses().stream().filter(untouched::contains).forEach(this::bound);
      }
    }

    private void bound(Witness untouched) {
      parts.computeIfPresent(
          partOf.apply(untouched.group()), (_, part) -> part.andUntouched(untouched.at()));
    }

    boolean isLoss() {
      return !broken.isEmpty();
    }

    /// The notes with a missing witness.
    List<WitnessNote> broken() {
      return broken;
    }

    /// Whether older notes can say more about the loss.
    boolean needsOlder() {
      return isLoss() && whole().map(spans.getLast().at()::isAfter).orElse(true);
    }

    /// Up to when all parts have everything. Empty if that is not known.
    private Optional<Instant> whole() {
      return parts.values().stream().anyMatch(part -> part.whole() == null)
          ? Optional.empty()
          : parts.values().stream().map(Part::whole).min(naturalOrder());
    }

    /// When the oldest record was created that may be lost. Empty if that is not known.
    Optional<Instant> since() {
      return whole()
          .flatMap(
              whole ->
                  spans.stream()
                      .filter(span -> span.at().isAfter(whole))
                      .map(Span::since)
                      .min(naturalOrder()));
    }
  }

  /// Looks up witnesses in the index.
  ///
  /// @param witnessed how long after the acknowledgment a witness must be there
  public record WitnessLook(PageIndexWriter index, Duration witnessed) {
    private static final int WITNESSES_PER_CALL = 1_000;

    /// The result of a look.
    ///
    /// @param gone witnesses that the store no longer has
    /// @param untouched witnesses whose register nobody has written to since
    /// @param failure why some could not be looked up; null if all were
    public record Seen(
        List<Witness> gone, List<Witness> untouched, @Nullable IndexException failure) {}

    /// The witnesses that are gone.
    public List<Witness> gone(List<Witness> witnesses) {
      Seen seen = look(witnesses);
      if (seen.failure() != null) {
        throw seen.failure();
      }
      return seen.gone();
    }

    /// Looks up all witnesses, also if a part of the store cannot be reached.
    Seen look(List<Witness> witnesses) {
      Seen seen = new Seen(new ArrayList<>(), new ArrayList<>(), null);
      for (int from = 0; from < witnesses.size(); from += WITNESSES_PER_CALL) {
        List<Witness> some =
            witnesses.subList(from, Math.min(from + WITNESSES_PER_CALL, witnesses.size()));
        List<LookResult> results = index.look(some.stream().map(Witness::look).toList());
        for (int i = 0; i < some.size(); i++) {
          seen = judged(seen, some.get(i), results.get(i));
        }
      }
      return seen;
    }

    /// Adds one result. A witness in a slot without a marker is not gone: the whole slot is lost,
    /// which the missing marker shows already.
    private Seen judged(Seen seen, Witness witness, LookResult result) {
      switch (result) {
        case Looked(var at, var registers) -> {
          if (!at.isAfter(witness.at().plus(witnessed)) && !witness.isThere(registers.getFirst())) {
            seen.gone().add(witness);
          }
          if (witness.isUntouched(registers.getFirst())) {
            seen.untouched().add(witness);
          }
        }
        case LookResult.Unmarked() -> {}
        case LookResult.Failed(var cause) -> {
          return new Seen(seen.gone(), seen.untouched(), cause);
        }
      }
      return seen;
    }
  }
}
