package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.repair.WitnessCheck.LossExtent;
import pagemark.state.writer.WitnessNotes.WitnessNote;

/// Losses in a store of one part, as notes of its writes tell, one for each second.
final class LossExtentTest {
  private static final Set<Witness> NONE = Set.of();

  private final LossExtent loss = new LossExtent(_ -> "part");

  private static Instant at(int second) {
    return Instant.ofEpochSecond(second);
  }

  private static Witness witness(int second) {
    return witness("SHIRT", second);
  }

  private static Witness witness(String name, int second) {
    GroupRef group = new GroupRef("g1", "comments", new Group(name));
    return new Witness(group, Bytes.utf8("a"), Fence.of("" + second, null), null, at(second));
  }

  /// A note whose oldest record is as old as its writes.
  private static WitnessNote note(int second, Witness... witnesses) {
    return new WitnessNote("comments", "g1", "w", at(second), at(second), List.of(witnesses));
  }

  private void add(int second, boolean isGone) {
    Set<Witness> it = Set.of(witness(second));
    loss.add(note(second, witness(second)), isGone ? it : NONE, isGone ? NONE : it);
  }

  /// The write of second 4 was made again, or lies where nothing was lost.
  @Test
  void anOlderLossUndoesWhatANewerWriteHasProved() {
    add(5, true);
    add(4, false);
    assertEquals(Optional.of(at(5)), loss.since());
    add(3, true);
    assertEquals(Optional.empty(), loss.since());
    add(2, false);
    assertEquals(Optional.of(at(3)), loss.since());
  }

  @Test
  void aWriteAfterTheOldestLossProvesNothing() {
    Witness[] both = {witness(3), witness(4)};
    loss.add(note(5, both), Set.of(both[0]), Set.of(both[1]));
    assertEquals(Optional.empty(), loss.since());
  }

  /// A part has nothing of later than its oldest loss, in whatever order witnesses come.
  @Test
  void theOldestLossOfANoteCounts() {
    Set<Witness> both = Set.of(witness(3), witness(5));
    loss.add(note(6, witness(3), witness(5)), both, NONE);
    add(4, false);
    assertEquals(Optional.empty(), loss.since());
  }

  @Test
  void aWriteOfTheMomentOfALossProvesNothing() {
    Witness cap = witness("CAP", 3);
    loss.add(note(5, witness(5), cap), Set.of(witness(5)), Set.of(cap));
    assertEquals(Optional.of(at(5)), loss.since());
    add(3, true);
    assertEquals(Optional.empty(), loss.since());
    loss.add(note(3, cap), NONE, Set.of(cap));
    assertEquals(Optional.empty(), loss.since());
  }

  @Test
  void thePartCountsThatHasLostMost() {
    LossExtent parts = new LossExtent(group -> group.group().text());
    Set<Witness> both = Set.of(witness(5), witness("CAP", 5));
    parts.add(note(5, witness(5), witness("CAP", 5)), both, NONE);
    parts.add(note(4, witness(4)), NONE, Set.of(witness(4)));
    parts.add(note(2, witness("CAP", 2)), NONE, Set.of(witness("CAP", 2)));
    assertEquals(Optional.of(at(4)), parts.since());
  }
}
