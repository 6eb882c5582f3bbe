package pagemark.index;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.Markers.State;
import pagemark.index.WriteResult.Expired;
import pagemark.index.WriteResult.Written;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Position;

/// The contract of every page index for rebuilds, repairs and audits. Each store's test extends it.
public abstract class RuleContract {
  private static final GroupRef SHIRT = new GroupRef("g1", "comments", new Group("shirt"));
  private static final Cell FOUR = new Cell("4");
  private static final Cell FIVE = new Cell("5");
  private static final List<Cell> CELLS = List.of(FOUR, FIVE);
  private static final Entry OLD = entry(FOUR, 1, "a");
  private static final Entry NEW = entry(FIVE, 2, "a");

  private IndexStore store;

  /// An empty store without markers.
  protected abstract IndexStore emptyStore();

  /// A store with a READY and empty generation `g1`.
  protected IndexStore readyStore() {
    IndexStore empty = emptyStore();
    empty.markers().building("g1", "nonce", Instant.EPOCH);
    assertEquals(0, empty.markers().ready("g1", "nonce"));
    return empty;
  }

  @BeforeEach
  final void openStore() {
    store = readyStore();
  }

  /// The [#readyStore] of the current test.
  final IndexStore index() {
    return store;
  }

  private static Entry entry(Cell cell, double score, String member) {
    return new Entry(cell, new Position(score, Bytes.utf8(member)));
  }

  private static Entry bytesEntry(Cell cell, String sort, String key) {
    return entry(cell, 0, sort + "\0\1" + key);
  }

  private static Op op(Rule rule, @Nullable Entry entry, Entry... olds) {
    return new Op(Bytes.utf8("a"), rule, entry, Set.of(olds));
  }

  private static Rule newer(int sequence) {
    return new Rule.Newer(new Sequence("" + sequence));
  }

  private static Rule unchanged(@Nullable Fence seen, int sequence) {
    return new Rule.Unchanged(seen, Map.of(), new Sequence("" + sequence), "tag");
  }

  private static Fence repaired(int sequence, @Nullable Entry entry) {
    return new Fence(new Sequence("" + sequence), entry, "tag");
  }

  private static Fence fence(int sequence, @Nullable Entry entry) {
    return new Fence(new Sequence("" + sequence), entry);
  }

  private WriteResult result(GroupWrite write) {
    return store.writer().write(List.of(write)).getFirst();
  }

  private Written write(Op... ops) {
    return assertInstanceOf(Written.class, result(new GroupWrite(SHIRT, List.of(ops))));
  }

  private void assertApplied(Op op) {
    assertEquals(new Written(1, 0, List.of()), write(op));
  }

  private void assertRefused(Op op) {
    assertEquals(new Written(0, 0, List.of(op)), write(op));
  }

  private GroupDump dump() {
    GroupDump dump = store.inspector().dump(SHIRT, CELLS);
    assertEquals(List.of(), dump.contradictions());
    return dump;
  }

  private void assertHolds(Entry... entries) {
    Set<Entry> found = new HashSet<>();
    dump().cells().forEach((cell, all) -> all.forEach(p -> found.add(new Entry(cell, p))));
    assertEquals(Set.of(entries), found);
  }

  private Register look(@Nullable Entry entry) {
    GroupLook look = new GroupLook(SHIRT, List.of(new GroupLook.Item(Bytes.utf8("a"), entry)));
    LookResult result = store.writer().look(List.of(look)).getFirst();
    return assertInstanceOf(Looked.class, result).registers().getFirst();
  }

  @Test
  final void aScannedRowIsAppliedIfThereIsNoFenceAndLeavesNone() {
    assertApplied(op(new Rule.Unfenced(), NEW));
    assertEquals(Map.of(), dump().fences());
    assertApplied(op(new Rule.Unfenced(), NEW));
    assertHolds(NEW);
  }

  @Test
  final void aScannedRowThatDiffersFromTheFenceIsRefused() {
    write(op(newer(5), NEW));
    assertEquals(new Written(0, 1, List.of()), write(op(new Rule.Unfenced(), NEW)));
    assertRefused(op(new Rule.Unfenced(), OLD));
    assertRefused(op(new Rule.Unfenced(), entry(FOUR, 2, "a")));
    assertRefused(op(new Rule.Unfenced(), entry(FIVE, 1, "a")));
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
    assertEquals(repaired(5, NEW), dump().fences().get(Bytes.utf8("a")));
    assertApplied(op(unchanged(repaired(5, NEW), 7), null));
    assertHolds();
    assertEquals(repaired(7, null), dump().fences().get(Bytes.utf8("a")));
    assertApplied(op(unchanged(repaired(7, null), 3), OLD));
    assertEquals(repaired(7, OLD), dump().fences().get(Bytes.utf8("a")));
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
    assertEquals(repaired(0, NEW), dump().fences().get(Bytes.utf8("a")));
    assertRefused(op(new Rule.Unfenced(), OLD));
    assertApplied(op(newer(1), OLD, NEW));
    assertHolds(OLD);
  }

  @Test
  final void aRepairInTheBytesLayoutRemovesTheSeenAndTheFencedMember() {
    Entry ghost = bytesEntry(FOUR, "a", "1");
    Entry fenced = bytesEntry(FOUR, "b", "1");
    Entry truth = bytesEntry(FIVE, "c", "1");
    write(op(new Rule.Unfenced(), ghost));
    write(op(newer(4), fenced));
    assertApplied(op(unchanged(fence(4, fenced), 0), truth, ghost));
    assertHolds(truth);
  }

  @Test
  final void aWriteThatIsTooLateIsNotApplied() {
    Instant now = store.writer().time();
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
    assertEquals(new Register(fence(5, NEW), false), look(null));
    assertFalse(look(OLD).present());
    assertFalse(look(entry(FOUR, 2, "a")).present(), "in another cell");
    assertFalse(look(entry(FIVE, 1, "a")).present(), "with another score");
    write(op(newer(6), null));
    assertEquals(new Register(fence(6, null), false), look(NEW));
    Entry bytes = bytesEntry(FOUR, " x", "1 2");
    write(op(newer(7), bytes));
    assertEquals(new Register(fence(7, bytes), true), look(bytes));
  }

  @Test
  final void aLookAtManyItemsIsCompleteAndReportsAMissingMarker() {
    List<Op> ops = new ArrayList<>();
    List<GroupLook.Item> items = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      Entry entry = entry(FOUR, i, "item" + i);
      Bytes item = Bytes.utf8("item" + i);
      ops.add(new Op(item, new Sequence("" + (i + 1)), entry, Set.of()));
      items.add(new GroupLook.Item(item, i % 2 == 0 ? entry : NEW));
    }
    result(new GroupWrite(SHIRT, ops));
    GroupRef unmarked = new GroupRef("g9", "comments", SHIRT.group());
    List<LookResult> results =
        store
            .writer()
            .look(
                List.of(
                    new GroupLook(unmarked, items),
                    new GroupLook(SHIRT, items),
                    new GroupLook(SHIRT, List.of())));
    assertEquals(new LookResult.Unmarked(), results.get(0));
    List<Register> registers = assertInstanceOf(Looked.class, results.get(1)).registers();
    for (int i = 0; i < 2_000; i++) {
      assertEquals(new Register(fence(i + 1, ops.get(i).entry()), i % 2 == 0), registers.get(i));
    }
    assertEquals(List.of(), assertInstanceOf(Looked.class, results.get(2)).registers());
  }

  @Test
  final void aDroppedGenerationIsGoneAndTheOthersStay() {
    store.markers().building("g10", "nonce", Instant.EPOCH);
    GroupRef other = new GroupRef("g10", "comments", SHIRT.group());
    write(op(newer(1), NEW));
    result(new GroupWrite(other, List.of(op(newer(1), NEW))));
    store.markers().drop("g1");
    assertEquals(Map.of(), store.markers().count("g1"));
    assertEquals(Map.of(State.BUILDING, store.markers().slots()), store.markers().count("g10"));
    assertHolds();
    assertEquals(Map.of(), dump().fences());
    assertEquals(1, store.inspector().dump(other, CELLS).all().size());
    assertEquals(
        new WriteResult.Unmarked(), result(new GroupWrite(SHIRT, List.of(op(newer(2), NEW)))));
    store.markers().drop("g1");
  }

  @Test
  final void everyGroupWithEntriesIsFoundWithItsSizes() {
    Set<GroupRef> wanted = new HashSet<>();
    for (String name : List.of("a", "b/c", "{d}:all", "100 %", "é:😀", "")) {
      GroupRef group = new GroupRef("g1", "comments", new Group(name));
      wanted.add(group);
      result(new GroupWrite(group, List.of(op(newer(1), NEW))));
    }
    result(new GroupWrite(SHIRT, List.of(op(newer(1), null))));
    Set<GroupRef> found = new HashSet<>();
    store.inspector().groups("g1", found::addAll);
    assertEquals(wanted, found);
    store.inspector().groups("g", chunk -> assertTrue(chunk.isEmpty()));
    assertEquals(
        List.of(new GroupSize(SHIRT, 0, 0)), store.inspector().sizes(List.of(SHIRT), CELLS));
    List<GroupRef> groups = List.copyOf(wanted);
    assertEquals(
        groups.stream().map(g -> new GroupSize(g, 1, 1)).toList(),
        store.inspector().sizes(groups, CELLS));
    assertEquals(1, store.inspector().sizes(groups, List.of()).getFirst().cells());
  }

  @Test
  final void everyPositionOfASetIsFound() {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      Entry entry = entry(i % 3 == 0 ? FOUR : FIVE, i, "item" + i);
      ops.add(new Op(Bytes.utf8("item" + i), new Sequence("1"), entry, Set.of()));
    }
    result(new GroupWrite(SHIRT, ops));
    Set<Position> all = new HashSet<>();
    store.inspector().positions(SHIRT, Cell.WHOLE, all::addAll);
    assertEquals(new HashSet<>(dump().all()), all);
    Set<Position> four = new HashSet<>();
    store.inspector().positions(SHIRT, FOUR, four::addAll);
    assertEquals(500, four.size());
  }
}
