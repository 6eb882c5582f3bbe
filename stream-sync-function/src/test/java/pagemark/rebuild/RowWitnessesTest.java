package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.rebuild.KeptSegment.RowWitnesses;
import pagemark.repair.IndexedTable;

/// The rows of segment 3, one in each slot.
final class RowWitnessesTest {
  private static final int NOTED_MAX = 1_024;

  private final RebuildWorld world = new RebuildWorld();
  private final IndexedTable indexed = world.fixture.indexed(writer -> writer);
  private final Witnesses witnesses = indexed.index().witnesses().orElseThrow();
  private final String generation = world.serving().id();
  private final RowWitnesses rows = new RowWitnesses(indexed, world.serving(), 3);

  /// Those of another process, which has written nothing.
  private RowWitnesses other(int segment) {
    return new RowWitnesses(world.fixture.indexed(writer -> writer), world.serving(), segment);
  }

  private static GroupRef group(String generation) {
    return new GroupRef(generation, "comments", new Group("A"));
  }

  private static Entry entry(int slot) {
    return new Entry(Cell.WHOLE, new Position(slot, Bytes.utf8("item" + slot)));
  }

  /// The store has acknowledged a row, and has it.
  private Witness row(int slot, String of) {
    world.index.plant(group(of), entry(slot), true);
    Witness row = new Witness(group(of), Bytes.utf8("item" + slot), null, entry(slot), world.now);
    witnesses.acknowledged(slot, row);
    return row;
  }

  private Witness row(int slot) {
    return row(slot, generation);
  }

  private void lose(int slot) {
    world.index.plant(group(generation), entry(slot), false);
  }

  private Set<Witness> noted(String of) {
    return indexed
        .writers()
        .witnesses()
        .notes("comments", of, Instant.EPOCH, Instant.EPOCH.plusSeconds(1))
        .flatMap(note -> note.witnesses().stream())
        .collect(Collectors.toSet());
  }

  /// The write that found it gone has put another row into its slot.
  @Test
  void aRowThatAWriteFoundGoneIsALoss() {
    Witness gone = row(1);
    lose(1);
    witnesses.missed(1, gone);
    row(1);
    assertFalse(rows.note());
  }

  @Test
  void aRowThatIsGoneBeforeItIsNotedIsALoss() {
    row(1);
    lose(1);
    assertFalse(rows.note());
    assertEquals(Set.of(), noted(generation));
  }

  @Test
  void rowsThatWereNotedEarlierAreLookedForByEachProcessOfTheirSegment() {
    row(1);
    assertTrue(rows.note());
    assertTrue(other(3).note());
    lose(1);
    assertFalse(rows.note());
    assertFalse(other(3).note());
    assertTrue(other(4).note());
    assertFalse(RowWitnesses.areThere(indexed, world.serving()), "of any segment");
  }

  /// A store loses its last writes first.
  @Test
  void theRowsThatWereWrittenLastAreNoted() {
    List<Witness> all = IntStream.rangeClosed(0, NOTED_MAX).mapToObj(this::row).toList();
    assertTrue(rows.note());
    assertEquals(Set.copyOf(all.subList(1, all.size())), noted(generation));
    assertEquals(List.of(), witnesses.unnoted(), "the first one is not looked for again");
  }

  /// Another rebuild in this process has lost rows, or has some to note.
  @Test
  void rowsOfOtherGenerationsAreLeftToTheirRebuild() {
    Witness theirs = row(1, "g-other");
    witnesses.missed(2, row(2, "g-other"));
    row(3);
    assertTrue(rows.note());
    assertEquals(List.of(theirs), witnesses.unnoted());
    assertEquals(Set.of(), noted("g-other"));
  }

  @Test
  void nothingIsLeftOfTheNotesWhenTheRebuildHasEnded() {
    world.put("rita", "1");
    Rebuild rebuild = world.begun("a");
    rebuild.segment(0, () -> true, RebuildListener.NONE);
    assertNotEquals(Set.of(), noted(rebuild.generation()));
    RebuildWorld.end(rebuild);
    assertEquals(Set.of(), noted(rebuild.generation()));
  }
}
