package pagemark.index;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.LookResult.Register;
import pagemark.index.WriteResult.Written;

/// The contract of the rules in a page index that keeps fences by item. [PlaceContract] is its
/// sibling.
abstract class RuleContract extends PageIndexContract {
  private static final Sequence NONE = new Sequence("0");

  @Override
  final InMemoryIndex oracle() {
    return new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
  }

  @Override
  final Register elsewhere(Fence fence) {
    return new Register(fence, false);
  }

  private static Rule unchanged(@Nullable Fence seen, int sequence) {
    return new Rule.Unchanged(seen, Map.of(), new Sequence("" + sequence), "tag");
  }

  private static Fence repaired(int sequence, @Nullable Entry entry) {
    return new Fence(new Sequence("" + sequence), entry, "tag");
  }

  @Test
  final void everyCaseOfTheTableIsJudgedByItem() {
    for (VerdictCases.Case each : VerdictCases.all()) {
      each.byItem().ifPresent(verdict -> assertJudged(each, verdict));
    }
  }

  @Test
  final void theFencedEntryIsRemovedEvenIfTheRecordDoesNotNameIt() {
    write(put("a", "1", entry(FOUR_EN, 1, "a")));
    write(put("a", "3", entry(FIVE_EN, 2, "a")));
    assertEquals(Map.of(FIVE_EN, List.of(new Position(2, Bytes.utf8("a")))), dump().cells());
    write(remove("a", "4"));
    assertEquals(Map.of(), dump().cells());
    assertEquals(List.of(), dump().all());
  }

  @Test
  final void equalIsADuplicateAndOlderIsNotApplied() {
    Entry kept = entry(FOUR_EN, 9, "a");
    write(put("a", "100000000000000000010", kept));
    assertEquals(
        new Written(0, 1, List.of()),
        write(put("a", "100000000000000000010", entry(FIVE_EN, 1, "a"))));
    Op adjacent = put("a", "100000000000000000009", entry(FIVE_EN, 1, "a"));
    assertEquals(new Written(0, 0, List.of(adjacent)), write(adjacent));
    Op shorter = remove("a", "99999999999999999999", kept);
    assertEquals(new Written(0, 0, List.of(shorter)), write(shorter));
    assertEquals(List.of(kept.position()), dump().all());
  }

  @Test
  final void anOlderOpStillRemovesItsOldEntryUnlessItIsTheFencedOne() {
    Entry stray = entry(FIVE_EN, 1, "a");
    write(put("a", "1", stray));
    forgetFences(SHIRT);
    write(remove("a", "5"));
    assertEquals(List.of(stray.position()), dump().all(), "nothing tells of it yet");
    write(remove("a", "3", stray));
    assertEquals(List.of(), dump().all());

    Entry kept = entry(FOUR_EN, 9, "a");
    write(put("a", "7", kept));
    write(remove("a", "6", kept));
    assertEquals(List.of(kept.position()), dump().all());
  }

  @Test
  final void inTheBytesLayoutBothOldMembersAreRemoved() {
    Entry first = bytesEntry(FOUR_EN, "a", "1");
    Entry second = bytesEntry(FOUR_EN, "b", "1");
    Entry third = bytesEntry(FIVE_EN, "c", "1");
    write(put("1", "1", first));
    write(put("1", "2", second, first));
    assertEquals(List.of(second.position()), dump().all());
    write(put("1", "4", third, first));
    assertEquals(List.of(third.position()), dump().all(), "the fenced one, and the record's own");
    forgetFences(SHIRT);
    write(put("1", "5", first, third));
    assertEquals(List.of(first.position()), dump().all());
    Op late = remove("1", "3", second);
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    assertEquals(
        fence(5, first), Looks.one(index().writer(), SHIRT, Bytes.utf8("1"), null).fence());
    write(remove("1", "6", first));
    assertEquals(List.of(), dump().all());
  }

  @Test
  final void aScannedRowThatDiffersFromTheFenceIsRefused() {
    write(op(newer(5), NEW));
    assertEquals(new Written(0, 1, List.of()), write(op(new Rule.Unfenced(), NEW)));
    assertRefused(op(new Rule.Unfenced(), OLD));
    assertRefused(op(new Rule.Unfenced(), entry(FOUR_EN, 2, "a")));
    assertRefused(op(new Rule.Unfenced(), entry(FIVE_EN, 1, "a")));
    assertHolds(NEW);
    write(op(newer(6), null));
    assertRefused(op(new Rule.Unfenced(), NEW));
    assertHolds();
  }

  @Test
  final void aRepairIsAppliedIfTheFenceIsTheOneSeen() {
    write(op(newer(5), OLD));
    assertApplied(op(unchanged(fence(5, OLD), 0), NEW));
    assertHolds(NEW);
    assertEquals(repaired(5, NEW), look(null).fence());
    assertApplied(op(unchanged(repaired(5, NEW), 7), null));
    assertHolds();
    assertEquals(repaired(7, null), look(null).fence());
    assertApplied(op(unchanged(repaired(7, null), 3), OLD));
    assertEquals(repaired(7, OLD), look(null).fence());
    assertRefused(op(newer(6), NEW));
  }

  @Test
  final void aRepairIsRefusedIfTheFenceHasChanged() {
    write(op(newer(5), OLD));
    assertRefused(op(unchanged(null, 9), NEW, OLD));
    assertRefused(op(unchanged(fence(4, OLD), 9), NEW, OLD));
    assertRefused(op(unchanged(fence(5, NEW), 9), NEW, OLD));
    assertRefused(op(unchanged(fence(5, null), 9), NEW, OLD));
    assertHolds(OLD);
  }

  @Test
  final void aRepairWithoutAFenceRemovesTheSeenEntryAndLeavesAFence() {
    write(op(new Rule.Unfenced(), OLD));
    assertApplied(op(unchanged(null, 0), NEW, OLD));
    assertHolds(NEW);
    assertEquals(repaired(0, NEW), look(null).fence());
    assertRefused(op(new Rule.Unfenced(), OLD));
    assertApplied(op(newer(1), OLD, NEW));
    assertHolds(OLD);
  }

  @Test
  final void aRepairInTheBytesLayoutRemovesTheSeenAndTheFencedMember() {
    Entry ghost = bytesEntry(FOUR_EN, "a", "1");
    Entry fenced = bytesEntry(FOUR_EN, "b", "1");
    Entry truth = bytesEntry(FIVE_EN, "c", "1");
    write(op(new Rule.Unfenced(), ghost));
    write(op(newer(4), fenced));
    assertApplied(op(unchanged(fence(4, fenced), 0), truth, ghost));
    assertHolds(truth);
  }

  @Test
  final void aLookWithoutAnEntryReportsTheItemsFence() {
    write(op(newer(5), NEW));
    assertEquals(new Register(fence(5, NEW), false), look(null));
    write(op(newer(6), null));
    assertEquals(new Register(fence(6, null), false), look(NEW));
  }

  private @Nullable Fence seen() {
    return look(null).fence();
  }

  private Op repair(@Nullable Fence seen, @Nullable Entry entry) {
    return new Op(A, Rule.Unchanged.of(seen, Map.of(), NONE), entry, Set.of());
  }

  /// A repair looks at the fence and reads the table. Before it writes, other repairs remove the
  /// item and put it back. What the first repair read is older than that.
  @Test
  final void aFenceThatWentAndCameBackIsAnotherFence() {
    Entry here = entry(FOUR_EN, 1, "a");
    write(put("a", "5", here));
    Op late = repair(seen(), null);
    assertEquals(new Written(1, 0, List.of()), write(repair(seen(), null)));
    assertEquals(new Written(1, 0, List.of()), write(repair(seen(), here)));
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    assertEquals(List.of(here.position()), dump().all());
  }

  /// The same, if a repair left the first fence, too.
  @Test
  final void aRepairsFenceThatWentAndCameBackIsAnotherFence() {
    Entry here = entry(FOUR_EN, 1, "a");
    write(repair(null, here));
    Fence first = requireNonNull(seen());
    write(repair(first, null));
    write(repair(seen(), here));
    Op late = repair(first, null);
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    assertEquals(new Written(0, 1, List.of()), write(row(here)), "tags do not make rows differ");
    assertEquals(new Written(1, 0, List.of()), write(put("a", "1", entry(FIVE_EN, 2, "a"))));
    assertEquals("", requireNonNull(seen()).tag());
  }

  private static Op row(Entry entry) {
    return new Op(A, new Rule.Unfenced(), entry, Set.of());
  }
}
