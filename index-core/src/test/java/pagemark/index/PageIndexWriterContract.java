package pagemark.index;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Inspector.EntriesPart;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.Markers.State;
import pagemark.index.WriteResult.Expired;
import pagemark.index.WriteResult.Written;

/// The contract of every page index for writes, looks, markers and the inspector;
/// [PageIndexContract] has the rest. Every record of these tests names all places that its item has
/// been at, as a store by place needs it.
abstract class PageIndexWriterContract extends OpenedStore {
  @Test
  final void aNewerOpMovesTheItemFromItsCellAndPosition() {
    Entry before = entry(FOUR_EN, 1, "a");
    Entry after = entry(FIVE_EN, 2, "a");
    assertEquals(new Written(1, 0, List.of()), write(put("a", "1", before)));
    assertEquals(new Written(1, 0, List.of()), write(put("a", "2", after, before)));
    GroupDump dump = dump();
    assertEquals(List.of(after.position()), dump.all());
    assertEquals(Map.of(FIVE_EN, List.of(after.position())), dump.cells());
    assertEquals(fence(2, after), look(after).fence());
  }

  @Test
  final void ofRecordsOfOnePlaceTheHighestNumberDecides() {
    Entry kept = entry(FOUR_EN, 9, "a");
    write(put("a", "100000000000000000010", kept));
    assertDuplicate(put("a", "100000000000000000010", kept));
    assertRefused(remove("a", "100000000000000000009", kept));
    assertRefused(remove("a", "99999999999999999999", kept));
    assertHolds(kept);
    assertApplied(remove("a", "100000000000000000011", kept));
    assertHolds();
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

  /// How many ops a large write has, and a large look: more than the store takes at once.
  protected int many() {
    return 2_000;
  }

  @Test
  final void aWriteOfManyOpsIsAppliedCompletely() {
    Op[] ops = new Op[many()];
    for (int i = 0; i < ops.length; i++) {
      ops[i] = put("item" + i, "1", entry(i % 2 == 0 ? FOUR_EN : FIVE_EN, i % 200, "item" + i));
    }
    assertEquals(new Written(many(), 0, List.of()), write(ops));
    assertEquals(many(), dump().all().size());
    PageQuery query = new PageQuery(SHIRT, Layout.SCORE, Order.DESCENDING, 0, 100, 100);
    assertEquals(many(), index().reader().page(query).total());
  }

  @Test
  final void aWriteThatIsTooLateIsNotApplied() {
    Instant now = index().writer().time();
    List<Op> ops = List.of(op(newer(1), OLD));
    assertEquals(
        new Expired(), result(new GroupWrite(SHIRT, ops, now.minus(Duration.ofMinutes(1)))));
    assertHolds();
    result(new GroupWrite(SHIRT, ops, now.plus(Duration.ofMinutes(1))));
    assertHolds(OLD);
    List<Op> removal = List.of(op(newer(2), null, OLD));
    assertEquals(
        new Expired(), result(new GroupWrite(SHIRT, removal, now.minus(Duration.ofMinutes(1)))));
    assertHolds(OLD);
  }

  @Test
  final void aLookReportsTheFenceAndWhetherTheEntryExists() {
    assertEquals(new Register(null, false), look(NEW));
    write(op(newer(5), NEW));
    assertEquals(new Register(fence(5, NEW), true), look(NEW));
    assertEquals(elsewhere(fence(5, NEW)), look(OLD));
    assertFalse(look(entry(FOUR_EN, 2, "a")).present(), "in another cell");
    assertFalse(look(entry(FIVE_EN, 1, "a")).present(), "with another score");
    write(op(newer(6), null, NEW));
    assertEquals(new Register(fence(6, null), false), look(NEW));
    Entry bytes = bytesEntry(FOUR_EN, " x", "1 2");
    write(op(newer(7), bytes));
    assertEquals(new Register(fence(7, bytes), true), look(bytes));
  }

  @Test
  final void aLookAtManyItemsIsCompleteAndReportsAMissingMarker() {
    List<Op> ops = new ArrayList<>();
    List<GroupLook.Item> items = new ArrayList<>();
    for (int i = 0; i < many(); i++) {
      Entry entry = entry(FOUR_EN, i, "item" + i);
      Bytes item = Bytes.utf8("item" + i);
      ops.add(new Op(item, new Sequence("" + (i + 1)), entry, Set.of()));
      items.add(new GroupLook.Item(item, i % 2 == 0 ? entry : NEW));
    }
    result(new GroupWrite(SHIRT, ops));
    GroupRef unmarked = new GroupRef("g9", "comments", SHIRT.group());
    List<LookResult> results =
        index()
            .writer()
            .look(
                List.of(
                    new GroupLook(unmarked, items),
                    new GroupLook(SHIRT, items),
                    new GroupLook(SHIRT, List.of())));
    assertEquals(new LookResult.Unmarked(), results.get(0));
    List<Register> registers = assertInstanceOf(Looked.class, results.get(1)).registers();
    for (int i = 0; i < many(); i++) {
      Fence fence = fence(i + 1, ops.get(i).entry());
      assertEquals(i % 2 == 0 ? new Register(fence, true) : elsewhere(fence), registers.get(i));
    }
    assertEquals(List.of(), assertInstanceOf(Looked.class, results.get(2)).registers());
  }

  @Test
  final void aDroppedGenerationIsGoneAndTheOthersStay() {
    index().markers().building("g10", "nonce", Instant.EPOCH);
    GroupRef other = new GroupRef("g10", "comments", SHIRT.group());
    write(op(newer(1), NEW));
    result(new GroupWrite(other, List.of(op(newer(1), NEW))));
    index().markers().drop("g1");
    assertEquals(Map.of(), index().markers().count("g1"));
    assertEquals(Map.of(State.BUILDING, index().markers().slots()), index().markers().count("g10"));
    assertHolds();
    assertEquals(1, GroupDump.of(index().inspector(), other, CELLS).all().size());
    assertEquals(
        new WriteResult.Unmarked(), result(new GroupWrite(SHIRT, List.of(op(newer(2), NEW)))));
    index().markers().drop("g1");
    index().markers().building("g1", "anew", Instant.EPOCH);
    assertFalse(isFenced(NEW));
  }

  @Test
  final void everyGroupWithEntriesOrFencesIsFoundWithItsSizes() {
    Set<GroupRef> wanted = new HashSet<>();
    for (String name : List.of("a", "b/c", "{d}:all", "100 %", "é:😀", "")) {
      GroupRef group = new GroupRef("g1", "comments", new Group(name));
      wanted.add(group);
      result(new GroupWrite(group, List.of(op(newer(1), NEW))));
    }
    result(new GroupWrite(SHIRT, List.of(op(newer(1), null, NEW))));
    wanted.add(SHIRT);
    Set<GroupRef> found = new HashSet<>();
    index().inspector().groups("g1", found::addAll);
    assertEquals(wanted, found);
    index().inspector().groups("g", chunk -> assertTrue(chunk.isEmpty()));
    assertEquals(
        List.of(new GroupSize(SHIRT, 0, 0)), index().inspector().sizes(List.of(SHIRT), CELLS));
    wanted.remove(SHIRT);
    List<GroupRef> groups = List.copyOf(wanted);
    assertEquals(
        groups.stream().map(g -> new GroupSize(g, 1, 1)).toList(),
        index().inspector().sizes(groups, CELLS));
    assertEquals(1, index().inspector().sizes(groups, List.of()).getFirst().cells());
  }

  /// More positions than the store reads at once.
  protected int positionsOfTwoReads() {
    return 1_500;
  }

  @Test
  final void everyPositionOfASetIsFound() {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < positionsOfTwoReads(); i++) {
      Entry entry = entry(i % 3 == 0 ? FOUR_EN : FIVE_EN, i, "item" + i);
      ops.add(new Op(Bytes.utf8("item" + i), new Sequence("1"), entry, Set.of()));
    }
    result(new GroupWrite(SHIRT, ops));
    for (Cell set : index().inspector().sets(Set.of(FOUR_EN, FIVE_EN))) {
      List<Entry> entries = entries(set);
      List<Position> positions = entries.stream().map(Entry::position).toList();
      assertEquals(
          set.isWhole() ? dump().all() : requireNonNull(dump().cells().get(set)), positions);
      entries.forEach(
          entry -> assertTrue(entry.cell().isWhole() || hasCell(entry), entry::toString));
    }
  }

  /// A third of the items has the cell [#FOUR_EN].
  private static boolean hasCell(Entry entry) {
    return entry.cell().equals((int) entry.position().score() % 3 == 0 ? FOUR_EN : FIVE_EN);
  }

  private List<Entry> entries(Cell set) {
    List<Entry> entries = new ArrayList<>();
    Bytes from = Place.FIRST;
    while (from != null) {
      EntriesPart part = index().inspector().entries(SHIRT, set, from);
      entries.addAll(part.entries());
      from = part.next();
    }
    return entries;
  }

  /// Many entries may have one sort value, and the one that comes next may be removed before the
  /// next part is read.
  @Test
  final void aSetIsReadOnFromAPlaceWithoutAnEntry() {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Entry entry = entry(FIVE_EN, 7, "item%02d".formatted(i));
      ops.add(new Op(Bytes.utf8("item%02d".formatted(i)), new Sequence("1"), entry, Set.of()));
    }
    result(new GroupWrite(SHIRT, ops));
    List<Position> all = dump().all();
    Bytes gone = Place.of(new Position(7, Bytes.utf8("item41a")));
    Inspector inspector = index().inspector();
    assertEquals(
        all.subList(42, 100),
        inspector.entries(SHIRT, Cell.WHOLE, gone).entries().stream()
            .map(Entry::position)
            .toList());
    assertEquals(
        all.subList(42, 100),
        inspector.entries(SHIRT, Cell.WHOLE, Place.of(all.get(42))).entries().stream()
            .map(Entry::position)
            .toList());
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
