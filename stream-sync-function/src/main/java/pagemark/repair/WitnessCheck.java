package pagemark.repair;

import static java.util.Comparator.naturalOrder;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.function.FunctionParts;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witness;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Inexact;
import pagemark.state.StateTable;
import pagemark.state.WitnessNote;
import pagemark.state.WitnessNotes;
import pagemark.state.WriterItems;

/// Checks what writers have noted of what the store had acknowledged. What it does not hold any
/// more makes the generation inexact.
///
/// What a store loses is all that it was told last. So the oldest note of which something is gone
/// began the loss, though newer ones may be whole: what they speak of may have been written again.
/// If no older note is untouched, the loss may go back further than notes do: as far as the
/// generation's birth, or too far for the stream to be read again.
///
/// For the same reason a writer that misses something has the notes checked at once: the second
/// reading of the stream would write again what tells how far back the loss goes. Notes that were
/// judged are forgotten once the mark stands, or else they would be judged again.
///
/// @param marking marks the generation that has lost something
/// @param witnessed how long after it was acknowledged something must be there
public record WitnessCheck(
    PageIndexWriter index,
    WitnessNotes notes,
    Marking marking,
    Duration witnessed,
    InstantSource clock) {
  private static final Duration NOTES_AGE_MAX = Duration.ofHours(23);

  /// Of a loss that cannot be followed to its begin; too old for the stream to be read again.
  private static final Duration UNKNOWN = Duration.ofHours(24);

  private static final int WITNESSES_PER_ROUND = 1_000;

  /// Of many writes, the next ones find by themselves what was lost of those before.
  private static final int WITNESSES_MAX = 20_000;

  public static WitnessCheck of(FunctionParts parts) {
    return new WitnessCheck(
        parts.index().writer(),
        new WriterItems(parts.dynamo(), parts.stateTable()).witnesses(),
        new StateTable(parts.dynamo(), parts.stateTable())::mark,
        IndexSettings.DEFAULT.witnessed(),
        parts.clock());
  }

  /// Marks a generation, see [pagemark.state.Generations#mark].
  @FunctionalInterface
  public interface Marking {
    void mark(String listing, String generation, Inexact mark);
  }

  /// What a check has found.
  ///
  /// @param mark on the generation, as something is gone; null if nothing was found gone
  /// @param unchecked why something could not be looked for, which the next check tries again; null
  ///   if all was
  public record Result(@Nullable Inexact mark, @Nullable String unchecked) {}

  /// @param hasTime whether another call may begin
  /// @throws software.amazon.awssdk.core.exception.SdkException where the state table fails
  public Result check(Generation generation, BooleanSupplier hasTime) {
    Instant now = clock.instant();
    Iterator<WitnessNote> newestFirst =
        notes
            .notes(
                generation.listing(), generation.id(), now.minus(NOTES_AGE_MAX), now.plus(UNKNOWN))
            .iterator();
    Loss loss = new Loss(new ArrayList<>(), false);
    String unchecked = null;
    int looked = 0;
    while (newestFirst.hasNext() && (looked < WITNESSES_MAX || !loss.broken().isEmpty())) {
      if (!hasTime.getAsBoolean()) {
        unchecked = "no time is left";
        break;
      }
      List<WitnessNote> some = next(newestFirst);
      looked += some.stream().mapToInt(note -> note.witnesses().size()).sum();
      WitnessLook.Seen seen = look(some);
      loss = loss.and(some, seen);
      unchecked = seen.failure() == null ? unchecked : String.valueOf(seen.failure().getMessage());
    }
    if (loss.broken().isEmpty()) {
      return new Result(null, unchecked);
    }
    boolean isBounded = loss.isBounded() && !newestFirst.hasNext();
    Instant since = isBounded ? loss.since() : begin(generation, now);
    Inexact mark = new Inexact(Inexact.Cause.LOST_WRITES, since, now);
    marking.mark(generation.listing(), generation.id(), mark);
    loss.broken().forEach(notes::forget);
    return new Result(mark, unchecked);
  }

  /// A store that has lost what came before the generation's birth does not know the generation.
  private static Instant begin(Generation generation, Instant now) {
    Instant birth = GenerationId.madeAt(generation.id());
    return birth.isAfter(now.minus(NOTES_AGE_MAX)) ? birth : now.minus(UNKNOWN);
  }

  /// What is known of a loss.
  ///
  /// @param broken notes of which something is gone
  /// @param isBounded whether an older note speaks of something that is as it was then: what was
  ///   acknowledged before that is not lost
  private record Loss(List<WitnessNote> broken, boolean isBounded) {
    /// @param older than those that came before, the newest first
    Loss and(List<WitnessNote> older, WitnessLook.Seen seen) {
      Set<Witness> gone = Set.copyOf(seen.gone());
      Set<Witness> untouched = Set.copyOf(seen.untouched());
      boolean bounded = isBounded;
      for (WitnessNote note : older) {
        if (note.witnesses().stream().anyMatch(gone::contains)) {
          broken.add(note);
          bounded = false;
        } else if (note.witnesses().stream().anyMatch(untouched::contains)) {
          bounded = !broken.isEmpty();
        }
      }
      return new Loss(broken, bounded);
    }

    Instant since() {
      return broken.stream().map(WitnessNote::since).min(naturalOrder()).orElseThrow();
    }
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
    return new WitnessLook(index, witnessed)
        .look(some.stream().flatMap(note -> note.witnesses().stream()).toList());
  }
}
