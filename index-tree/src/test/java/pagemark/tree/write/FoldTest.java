package pagemark.tree.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.Verdict;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Leaf.Register.Stamp;
import pagemark.tree.write.SweptLeaves.Fold;

/// How registers judge ops, and how time goes on in a leaf.
final class FoldTest {
  private static final Cell CELL = new Cell("1");
  private static final Bytes HERE = Place.of(new Position(1, Bytes.utf8("a")));
  private static final Bytes THERE = Place.of(new Position(2, Bytes.utf8("a")));

  private static Sequence number(int sequence) {
    return new Sequence("" + sequence);
  }

  private static PlaceOp newer(Bytes place, @Nullable Cell cell, int sequence) {
    return new PlaceOp(0, place, cell, new Rule.Newer(number(sequence)));
  }

  private static PlaceOp row(Bytes place) {
    return new PlaceOp(0, place, CELL, new Rule.Unfenced());
  }

  private static Leaf leaf(long clock) {
    return new Leaf(1, clock, new TreeMap<>());
  }

  private static Leaf after(Leaf leaf, long period, PlaceOp... ops) {
    Fold fold = Fold.of(leaf, List.of(ops), period);
    return leaf.with(leaf.version() + 1, fold.clock(), fold.registers());
  }

  private static Verdict verdict(Leaf leaf, long period, PlaceOp op) {
    return new ArrayList<>(Fold.of(leaf, List.of(op), period).verdicts().values()).getFirst();
  }

  @Test
  void anAbsenceOutlivesItsEntryForOnePeriodAtLeast() {
    Leaf leaf = after(leaf(10), 10, newer(HERE, null, 5));
    assertEquals(Verdict.REFUSED, verdict(leaf, 10, newer(HERE, CELL, 4)));
    assertEquals(Verdict.REFUSED, verdict(leaf, 11, row(HERE)));
    assertEquals(Verdict.APPLIED, verdict(leaf, 12, row(HERE)));
    assertEquals(1, after(leaf, 11, newer(THERE, null, 6)).register(HERE).stamp() == null ? 0 : 1);
    assertFalse(after(leaf, 12, newer(THERE, null, 6)).registers().containsKey(HERE));
  }

  @Test
  void aBatchOfAnEarlierPeriodIsRefusedWhole() {
    Leaf leaf = after(leaf(10), 11, newer(HERE, CELL, 5));
    Fold late = Fold.of(leaf, List.of(newer(THERE, CELL, 9), row(THERE)), 10);
    assertTrue(late.verdicts().values().stream().allMatch(Verdict.REFUSED::equals));
    assertFalse(late.isChange());
    assertEquals(11, late.clock());
  }

  @Test
  void aClockThatWasAheadComesBackWithItsRegisters() {
    Leaf leaf = after(leaf(30), 30, newer(HERE, CELL, 5));
    assertEquals(Verdict.REFUSED, verdict(leaf, 10, newer(HERE, null, 4)));
    Leaf back = after(leaf, 10, newer(THERE, CELL, 6));
    assertEquals(10, back.clock());
    assertEquals(new Register(CELL, new Stamp(number(5), "", 10)), back.register(HERE));
  }

  @Test
  void equalNumbersThatSayDifferentThingsAreRefused() {
    Leaf leaf = after(leaf(10), 10, newer(HERE, CELL, 5));
    assertEquals(Verdict.DUPLICATE, verdict(leaf, 10, newer(HERE, CELL, 5)));
    assertEquals(Verdict.REFUSED, verdict(leaf, 10, newer(HERE, new Cell("2"), 5)));
    assertEquals(Verdict.REFUSED, verdict(leaf, 10, newer(HERE, null, 5)));
  }

  @Test
  void aRowThatIsThereChangesNothing() {
    Leaf leaf = after(leaf(10), 10, row(HERE));
    Fold again = Fold.of(leaf, List.of(row(HERE)), 10);
    assertFalse(again.isChange());
    assertEquals(List.of(Verdict.APPLIED), List.copyOf(again.verdicts().values()));
  }

  @Test
  void aRepairThatIsRefusedAtItsPlaceRemovesTheItemNowhere() {
    Leaf leaf = after(leaf(10), 10, newer(HERE, CELL, 5), newer(THERE, null, 5));
    Fence seen = leaf.register(HERE).fence(HERE);
    PlaceOp absence =
        new PlaceOp(0, HERE, null, new Rule.Unchanged(seen, Map.of(), number(5), "1.x"));
    PlaceOp presence =
        new PlaceOp(0, THERE, CELL, new Rule.Unchanged(null, Map.of(), number(5), "1.x"));
    assertEquals(Verdict.APPLIED, verdict(leaf, 10, absence));
    Fold both = Fold.of(leaf, List.of(absence, presence), 10);
    assertTrue(both.verdicts().values().stream().allMatch(Verdict.REFUSED::equals));
    assertTrue(both.registers().getOrDefault(HERE, Register.NONE).isPresent());
  }
}
