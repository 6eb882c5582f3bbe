package pagemark.index;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.LookResult.Register;
import pagemark.index.PageIndexWriter.Sweep;

/// The contract of a page index that keeps fences by place. The tests of this class are those of
/// the rules; [RuleContract] is its sibling.
public abstract class PlaceContract extends PageIndexContract {
  private static final Sequence NONE = new Sequence("0");
  private static final Rule ROW = new Rule.Unfenced();
  private static final int HISTORIES = Extent.of(15, 200);

  @Override
  final InMemoryIndex oracle() {
    return InMemoryIndex.byPlace(InstantSource.system(), IndexSettings.DEFAULT);
  }

  @Override
  final Register elsewhere(Fence fence) {
    return new Register(null, false);
  }

  private @Nullable Fence at(Entry place) {
    return look(place).fence();
  }

  /// A repair that has looked at some places now.
  private Rule.Unchanged repair(int sequence, Entry... places) {
    Map<Position, Fence> seen = new HashMap<>();
    for (Entry place : places) {
      Fence fence = at(place);
      if (fence != null) {
        seen.put(place.position(), fence);
      }
    }
    return new Rule.Unchanged(null, seen, new Sequence("" + sequence), "1.x");
  }

  @Test
  final void everyCaseOfTheTableIsJudgedByPlace() {
    VerdictCases.all().forEach(each -> assertJudged(each, each.byPlace()));
  }

  @Test
  final void anOpWithoutAPlaceIsADuplicate() {
    assertDuplicate(op(newer(5), null));
    assertHolds();
  }

  @Test
  final void aMoveLeavesAWordAtBothPlaces() {
    assertApplied(op(newer(5), NEW, OLD));
    assertHolds(NEW);
    assertEquals(fence(5, NEW), at(NEW));
    assertEquals(fence(5, null), at(OLD), "although nothing was there");
    assertEquals(new Register(null, false), look(null), "an item has no fence");
  }

  @Test
  final void ofRecordsWithOneNumberOnlyTheSameWordIsADuplicate() {
    write(op(newer(5), NEW, OLD));
    assertDuplicate(op(newer(5), NEW, OLD));
    assertDuplicate(op(newer(5), NEW));
    assertDuplicate(op(newer(5), null, OLD));
    assertRefused(op(newer(5), null, NEW));
    assertRefused(op(newer(5), OLD));
    assertRefused(op(newer(5), entry(FOUR_EN, 2, "a")));
    assertHolds(NEW);
  }

  /// A record that names no old place cannot clear one. So each names all that its images tell of.
  @Test
  final void aPlaceThatNobodyNamesStays() {
    write(op(newer(1), OLD));
    assertApplied(op(newer(3), NEW));
    assertHolds(OLD, NEW);
    assertApplied(op(newer(2), null, OLD));
    assertHolds(NEW);
  }

  @Test
  final void aRefusedOpIsStillAppliedWhereItIsNewer() {
    Entry third = entry(FOUR_EN, 3, "a");
    write(op(newer(5), NEW));
    assertRefused(op(newer(4), third, NEW, OLD));
    assertHolds(NEW, third);
    assertEquals(fence(4, null), at(OLD));
    assertEquals(fence(5, NEW), at(NEW));
  }

  /// The records came one by one at first: 5 takes the item away from OLD, 9 deletes it. Numbers of
  /// the next shard are lower, so that its record is refused, and a repair puts the item back. Then
  /// the two records come again, in one batch. The later one knows nothing of OLD.
  @Test
  final void recordsThatComeAgainInOneBatchSayNothingNewOfAPlace() {
    write(op(newer(5), NEW, OLD));
    write(op(newer(9), null, NEW));
    assertRefused(op(newer(2), OLD));
    assertApplied(op(repair(2, OLD), OLD));
    Map<Position, Sequence> places =
        Map.of(OLD.position(), new Sequence("5"), NEW.position(), new Sequence("9"));
    assertRefused(op(new Rule.Newer(new Sequence("9"), places), null, OLD, NEW));
    assertHolds(OLD);
  }

  @Test
  final void aRepairIsAppliedIfEachPlaceIsTheOneSeen() {
    write(op(newer(5), OLD));
    Rule.Unchanged first = repair(0, OLD, NEW);
    assertApplied(op(first, NEW, OLD));
    assertHolds(NEW);
    assertEquals(Fence.of("5~1.x", null), at(OLD));
    assertEquals(Fence.of("0~1.x", NEW), at(NEW));
    assertApplied(op(repair(7, OLD, NEW), OLD, NEW));
    assertHolds(OLD);
    assertEquals(Fence.of("7~1.x", OLD), at(OLD));
    assertEquals(Fence.of("7~1.x", null), at(NEW));
    assertApplied(op(repair(7, OLD, NEW), null, OLD, NEW));
    assertHolds();
    assertEquals(Fence.of("7~2.x", null), at(OLD));
    assertRefused(op(newer(6), NEW, OLD));
  }

  @Test
  final void aRepairIsRefusedAtEachPlaceThatHasChanged() {
    write(op(newer(5), OLD));
    Rule seen = repair(9, OLD, NEW);
    write(op(newer(6), null, OLD));
    assertRefused(op(seen, null, OLD));
    assertEquals(fence(6, null), at(OLD));
    assertRefused(op(seen, NEW, OLD));
    assertHolds(NEW);
    assertEquals(fence(6, null), at(OLD));
  }

  @Test
  final void aRepairOfAPlaceThatItHasNotSeenNeedsThatNothingIsThere() {
    write(op(ROW, OLD));
    assertRefused(op(repair(0), null, OLD));
    assertHolds(OLD);
    assertApplied(op(repair(0, OLD), NEW, OLD));
    assertHolds(NEW);
    assertRefused(op(repair(0), OLD));
    assertRefused(op(ROW, OLD));
    assertApplied(op(newer(1), OLD, NEW));
    assertHolds(OLD);
  }

  @Test
  final void aRepairInTheBytesLayoutRemovesEachPlaceThatWasSeen() {
    Entry ghost = bytesEntry(FOUR_EN, "a", "1");
    Entry stale = bytesEntry(FOUR_EN, "b", "1");
    Entry truth = bytesEntry(FIVE_EN, "c", "1");
    write(op(ROW, ghost));
    write(op(newer(4), stale));
    assertApplied(op(repair(0, ghost, stale, truth), truth, ghost, stale));
    assertHolds(truth);
  }

  /// A repair looks at a place and reads the table. Before it writes, other repairs remove the item
  /// and put it back. What the first repair read is older than that.
  @Test
  final void aWordThatWentAndCameBackIsAnotherWord() {
    write(op(newer(5), OLD));
    Op late = op(repair(0, OLD), null, OLD);
    write(op(repair(0, OLD), null, OLD));
    write(op(repair(0, OLD), OLD));
    assertRefused(late);
    assertHolds(OLD);
  }

  /// The same, if a repair left the first word, too. The tags are made at random.
  @Test
  final void aRepairsWordThatWentAndCameBackIsAnotherWord() {
    write(op(Rule.Unchanged.of(null, Map.of(), NONE), OLD));
    Fence first = requireNonNull(at(OLD));
    write(op(Rule.Unchanged.of(null, Map.of(OLD.position(), first), NONE), null, OLD));
    Fence second = requireNonNull(at(OLD));
    write(op(Rule.Unchanged.of(null, Map.of(OLD.position(), second), NONE), OLD));
    assertRefused(op(Rule.Unchanged.of(null, Map.of(OLD.position(), first), NONE), null, OLD));
    assertDuplicate(op(ROW, OLD));
    assertApplied(op(newer(1), OLD));
    assertEquals(fence(1, OLD), at(OLD));
  }

  @Test
  final void aTombstoneStopsLateRecordsAndRowsForAPeriodAndThenGoes() {
    write(op(newer(5), null, OLD));
    ageFences(List.of(SHIRT), 1);
    assertRefused(op(newer(4), OLD));
    assertRefused(op(ROW, OLD));
    assertHolds();
    ageFences(List.of(SHIRT), 1);
    assertEquals(new Register(null, false), look(OLD));
    assertApplied(op(newer(4), OLD));
    assertHolds(OLD);
  }

  @Test
  final void anEntryLosesItsNumberAndStays() {
    write(op(newer(5), NEW, OLD));
    ageFences(List.of(SHIRT), 2);
    assertFalse(index().writer().sweep(GENERATION, Sweep.BEGIN, () -> true).removed() < 1);
    assertEquals(Fence.ofRow(NEW), at(NEW));
    assertEquals(new Register(null, false), look(OLD));
    assertHolds(NEW);
    assertApplied(op(repair(0, NEW), OLD, NEW));
    assertHolds(OLD);
  }

  /// A repair that saw a number which has expired since is refused, and the next one is not.
  @Test
  final void aRepairNoticesThatANumberHasExpired() {
    write(op(newer(5), NEW));
    Op late = op(repair(0, NEW), null, NEW);
    ageFences(List.of(SHIRT), 2);
    assertRefused(late);
    assertApplied(op(repair(0, NEW), null, NEW));
    assertHolds();
  }

  @Test
  final void recordsInAnyOrderEndAtTheLastOne() {
    for (long seed = 1; seed <= HISTORIES; seed++) {
      new ShuffledRecords(seed).check(this::write, this::dump);
    }
  }
}
