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

  /// Of a loss that could not be followed to its begin; too old for the stream to be read again.
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
  public Result check(String listing, String generation, BooleanSupplier hasTime) {
    Instant now = clock.instant();
    Iterator<WitnessNote> newestFirst =
        notes.notes(listing, generation, now.minus(NOTES_AGE_MAX), now.plus(UNKNOWN)).iterator();
    List<WitnessNote> broken = new ArrayList<>();
    String unchecked = null;
    int looked = 0;
    while (newestFirst.hasNext() && (looked < WITNESSES_MAX || !broken.isEmpty())) {
      if (!hasTime.getAsBoolean()) {
        unchecked = "no time is left";
        break;
      }
      List<WitnessNote> some = next(newestFirst);
      looked += some.stream().mapToInt(note -> note.witnesses().size()).sum();
      WitnessLook.Seen seen = look(some);
      broken.addAll(broken(some, seen));
      unchecked = seen.failure() == null ? unchecked : String.valueOf(seen.failure().getMessage());
    }
    Inexact mark = mark(broken, newestFirst.hasNext(), now);
    if (mark != null) {
      marking.mark(listing, generation, mark);
      broken.forEach(notes::forget);
    }
    return new Result(mark, unchecked);
  }

  /// @param ends whether the check ended before it came to the first note
  private static @Nullable Inexact mark(List<WitnessNote> broken, boolean ends, Instant now) {
    if (broken.isEmpty()) {
      return null;
    }
    Instant since =
        ends
            ? now.minus(UNKNOWN)
            : broken.stream().map(WitnessNote::since).min(naturalOrder()).orElseThrow();
    return new Inexact(Inexact.Cause.LOST_WRITES, since, now);
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

  private static List<WitnessNote> broken(List<WitnessNote> some, WitnessLook.Seen seen) {
    Set<Witness> gone = Set.copyOf(seen.gone());
    return some.stream()
        .filter(note -> note.witnesses().stream().anyMatch(gone::contains))
        .toList();
  }
}
