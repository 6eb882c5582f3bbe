package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witness;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNote;
import pagemark.state.writer.WitnessNotes;

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
  /// @throws software.amazon.awssdk.core.exception.SdkException if the state table fails
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
}
