package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Markers.State;
import pagemark.index.WriteResult.Written;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Layout;
import pagemark.key.Position;
import pagemark.listing.Order;

/// The contract of every page index for writes; [PageIndexContract] has the rest. Each test begins
/// with an empty READY generation.
abstract class PageIndexWriterContract extends RuleContract {
  protected static final String GENERATION = "g1";
  protected static final GroupRef SHIRT =
      new GroupRef(GENERATION, "comments", new Group("DAFT_PUNK_TSHIRT"));
  static final Cell FOUR_EN = new Cell("4.2");
  static final Cell FIVE_EN = new Cell("5.2");
  static final List<Cell> CELLS = List.of(FOUR_EN, FIVE_EN);

  /// Drops the fences of a group, as if time had passed.
  protected abstract void forgetFences(GroupRef group);

  static Entry entry(Cell cell, double score, String member) {
    return new Entry(cell, new Position(score, Bytes.utf8(member)));
  }

  static Op put(String item, String sequence, Entry entry, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(sequence), entry, Set.of(olds));
  }

  static Op remove(String item, String sequence, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(sequence), null, Set.of(olds));
  }

  final Written write(Op... ops) {
    List<WriteResult> results =
        index().writer().write(List.of(new GroupWrite(SHIRT, List.of(ops))));
    assertEquals(1, results.size());
    return assertInstanceOf(Written.class, results.getFirst());
  }

  final GroupDump dump() {
    GroupDump dump = index().inspector().dump(SHIRT, CELLS);
    assertEquals(List.of(), dump.contradictions());
    return dump;
  }

  /// A position in the bytes layout: the sort value, 00 01, then the key.
  static Entry bytesEntry(Cell cell, String sort, String key) {
    return new Entry(cell, new Position(0, Bytes.utf8(sort + "\0\1" + key)));
  }

  @Test
  final void aNewerOpMovesTheItemFromItsCellAndPosition() {
    Entry before = entry(FOUR_EN, 1, "a");
    Entry after = entry(FIVE_EN, 2, "a");
    assertEquals(new Written(1, 0, List.of()), write(put("a", "1", before)));
    assertEquals(new Written(1, 0, List.of()), write(put("a", "2", after, before)));
    GroupDump dump = dump();
    assertEquals(List.of(after.position()), dump.all());
    assertEquals(Map.of(FIVE_EN, List.of(after.position())), dump.cells());
    assertEquals(Map.of(Bytes.utf8("a"), new Fence(new Sequence("2"), after)), dump.fences());
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
  final void withoutAFenceTheRecordsOldEntryIsRemoved() {
    Entry before = entry(FOUR_EN, 1, "a");
    Entry after = entry(FIVE_EN, 2, "a");
    write(put("a", "1", before), put("b", "1", entry(FOUR_EN, 1, "b")));
    forgetFences(SHIRT);
    write(put("a", "2", after, before), remove("b", "3", entry(FOUR_EN, 1, "b")));
    assertEquals(Map.of(FIVE_EN, List.of(after.position())), dump().cells());
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
  final void aRemovalLeavesAFenceAgainstLateInserts() {
    write(remove("a", "2", entry(FOUR_EN, 1, "a")));
    Op late = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    assertEquals(List.of(), dump().all());
  }

  @Test
  final void aWriteOfManyOpsIsAppliedCompletely() {
    Op[] ops = new Op[2_000];
    for (int i = 0; i < ops.length; i++) {
      ops[i] = put("item" + i, "1", entry(i % 2 == 0 ? FOUR_EN : FIVE_EN, i % 200, "item" + i));
    }
    assertEquals(new Written(2_000, 0, List.of()), write(ops));
    assertEquals(2_000, dump().all().size());
    PageQuery query = new PageQuery(SHIRT, Layout.SCORE, Order.DESCENDING, 0, 100, 100);
    assertEquals(2_000, index().reader().page(query).total());
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
    assertEquals(new Fence(new Sequence("5"), first), dump().fences().get(Bytes.utf8("1")));
    write(remove("1", "6", first));
    assertEquals(List.of(), dump().all());
  }

  @Test
  final void aResumedRebuildMarksOnlyTheSlotsThatWereLost() {
    int slots = index().markers().slots();
    assertEquals(slots, index().markers().building("g2", "nonce", Instant.EPOCH));
    assertEquals(0, index().markers().building("g2", "nonce", Instant.EPOCH));
    assertEquals(0, index().markers().ready("g2", "nonce"));
    assertEquals(0, index().markers().building("g2", "nonce", Instant.EPOCH));
    assertEquals(Map.of(State.READY, slots), index().markers().count("g2"), "still");
    assertEquals(slots, index().markers().building("g2", "other", Instant.EPOCH));
    assertEquals(Map.of(State.BUILDING, slots), index().markers().count("g2"));
  }
}
