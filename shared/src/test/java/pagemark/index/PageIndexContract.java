package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.index.Markers.State;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.WriteResult.Written;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Layout;
import pagemark.key.Position;
import pagemark.listing.Order;

/// What every page index must do; a store's test extends it.
public abstract class PageIndexContract {
  protected static final String GENERATION = "g1";
  protected static final GroupRef SHIRT =
      new GroupRef(GENERATION, "comments", new Group("DAFT_PUNK_TSHIRT"));
  private static final Cell FOUR_EN = new Cell("4.2");
  private static final Cell FIVE_EN = new Cell("5.2");
  private static final List<Cell> CELLS = List.of(FOUR_EN, FIVE_EN);

  private IndexStore store;

  /// An empty store without markers.
  protected abstract IndexStore emptyStore();

  /// Drops the fences of a group, as time does.
  protected abstract void forgetFences(GroupRef group);

  @BeforeEach
  final void markReady() {
    store = emptyStore();
    store.markers().building(GENERATION, "nonce", Instant.EPOCH);
    assertEquals(0, store.markers().ready(GENERATION, "nonce"));
  }

  private static Entry entry(Cell cell, double score, String member) {
    return new Entry(cell, new Position(score, Bytes.utf8(member)));
  }

  private static Op put(String item, String sequence, Entry entry, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(sequence), entry, Set.of(olds));
  }

  private static Op remove(String item, String sequence, Entry... olds) {
    return new Op(Bytes.utf8(item), new Sequence(sequence), null, Set.of(olds));
  }

  private Written write(Op... ops) {
    List<WriteResult> results = store.writer().write(List.of(new GroupWrite(SHIRT, List.of(ops))));
    assertEquals(1, results.size());
    return assertInstanceOf(Written.class, results.getFirst());
  }

  private PageSlice page(Order order, long from, int count, int spares) {
    return store.reader().page(new PageQuery(SHIRT, Layout.SCORE, order, from, count, spares));
  }

  private GroupDump dump() {
    GroupDump dump = store.inspector().dump(SHIRT, CELLS);
    assertEquals(List.of(), dump.contradictions());
    return dump;
  }

  private static List<String> members(List<Position> positions) {
    return positions.stream().map(p -> p.member().text()).toList();
  }

  @Test
  final void pagesFollowScoreThenMemberInBothOrders() {
    write(
        put("rita", "1", entry(FOUR_EN, 20, "rita")),
        put("ab", "2", entry(FIVE_EN, 20, "ab")),
        put("a", "3", entry(FIVE_EN, 20, "a")),
        put("zoe", "4", entry(FOUR_EN, 10, "zoe")),
        put("Zoe", "5", entry(FOUR_EN, 10, "Zoe")));

    PageSlice first = page(Order.ASCENDING, 0, 3, 1);
    assertEquals(5, first.total());
    assertEquals(List.of("Zoe", "zoe", "a"), members(first.positions()));
    assertEquals(List.of("ab"), members(first.spares()));
    assertEquals(5, first.span(), "from score 10 to score 20");

    PageSlice last = page(Order.DESCENDING, 3, 3, 5);
    assertEquals(List.of("zoe", "Zoe"), members(last.positions()));
    assertEquals(List.of(), last.spares());
    assertEquals(2, last.span());
    dump();
  }

  @Test
  final void aPagePastTheEndIsEmptyAndHasTheTotal() {
    write(put("a", "1", entry(FOUR_EN, 1, "a")));
    assertEquals(new PageSlice(1, List.of(), List.of(), 0), page(Order.ASCENDING, 1, 20, 5));
    assertEquals(
        new PageSlice(1, List.of(), List.of(), 0), page(Order.DESCENDING, 2_147_483_647L, 1, 0));
  }

  @Test
  final void anUnknownGroupOfAReadyGenerationIsEmpty() {
    assertEquals(new PageSlice(0, List.of(), List.of(), 0), page(Order.ASCENDING, 0, 20, 5));
    assertEquals(0, store.reader().rank(SHIRT, new Position(1, Bytes.utf8("a"))));
  }

  @Test
  final void rankIsAsIfPresent() {
    write(
        put("b", "1", entry(FOUR_EN, 5, "b")),
        put("d", "2", entry(FOUR_EN, 5, "d")),
        put("x", "3", entry(FOUR_EN, 7, "x")));
    assertEquals(0, rank(5, "a"));
    assertEquals(0, rank(5, "b"));
    assertEquals(1, rank(5, "c"));
    assertEquals(2, rank(5, "dd"));
    assertEquals(2, rank(6, "a"));
    assertEquals(3, rank(7, "y"));
    assertEquals(0, rank(-1, "z"));
  }

  private long rank(double score, String member) {
    return store.reader().rank(SHIRT, new Position(score, Bytes.utf8(member)));
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
  final void theFencedEntryIsTakenOutThoughTheRecordDoesNotKnowIt() {
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
  final void withoutAFenceTheRecordsOldEntryIsTakenOut() {
    Entry before = entry(FOUR_EN, 1, "a");
    Entry after = entry(FIVE_EN, 2, "a");
    write(put("a", "1", before), put("b", "1", entry(FOUR_EN, 1, "b")));
    forgetFences(SHIRT);
    write(put("a", "2", after, before), remove("b", "3", entry(FOUR_EN, 1, "b")));
    assertEquals(Map.of(FIVE_EN, List.of(after.position())), dump().cells());
  }

  @Test
  final void anOlderOpStillTakesOutItsOldEntryUnlessThatIsTheFencedOne() {
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
  final void nothingIsWrittenIntoASlotWithoutAMarker() {
    GroupRef unknown = new GroupRef("g2", "comments", SHIRT.group());
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Unmarked()),
        store.writer().write(List.of(new GroupWrite(unknown, List.of(op)))));
    assertEquals(
        List.of(new Unmarked()),
        store.writer().write(List.of(new GroupWrite(unknown, List.of(remove("a", "1"))))));
    assertEquals(
        new GroupDump(List.of(), Map.of(), Map.of()), store.inspector().dump(unknown, CELLS));
    PageQuery query = new PageQuery(unknown, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
    assertThrows(IndexException.NotReady.class, () -> store.reader().page(query));
    assertThrows(
        IndexException.NotReady.class,
        () -> store.reader().rank(unknown, new Position(1, Bytes.utf8("a"))));
  }

  @Test
  final void aBuildingSlotIsWrittenButNotRead() {
    store.markers().building("g2", "first", Instant.EPOCH);
    GroupRef building = new GroupRef("g2", "comments", SHIRT.group());
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Written(1, 0, List.of())),
        store.writer().write(List.of(new GroupWrite(building, List.of(op)))));
    PageQuery query = new PageQuery(building, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
    assertThrows(IndexException.NotReady.class, () -> store.reader().page(query));

    store.markers().building("g2", "second", Instant.EPOCH);
    assertEquals(store.markers().slots(), store.markers().ready("g2", "first"));
    assertEquals(Map.of(State.BUILDING, store.markers().slots()), store.markers().count("g2"));
    assertEquals(0, store.markers().ready("g2", "second"));
    assertEquals(Map.of(State.READY, store.markers().slots()), store.markers().count("g2"));
    assertEquals(1, store.reader().page(query).total());
  }

  @Test
  final void groupsAndGenerationsAreApart() {
    GroupRef vinyl = new GroupRef(GENERATION, "comments", new Group("vinyl {50%}"));
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Written(1, 0, List.of()), new Written(1, 0, List.of())),
        store
            .writer()
            .write(
                List.of(new GroupWrite(SHIRT, List.of(op)), new GroupWrite(vinyl, List.of(op)))));
    store.writer().write(List.of(new GroupWrite(vinyl, List.of(remove("a", "2")))));
    assertEquals(1, page(Order.ASCENDING, 0, 1, 0).total());
    PageQuery query = new PageQuery(vinyl, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
    assertEquals(0, store.reader().page(query).total());
  }

  @Test
  final void aWriteOfManyOpsIsWhole() {
    Op[] ops = new Op[2_000];
    for (int i = 0; i < ops.length; i++) {
      ops[i] = put("item" + i, "1", entry(i % 2 == 0 ? FOUR_EN : FIVE_EN, i % 200, "item" + i));
    }
    assertEquals(new Written(2_000, 0, List.of()), write(ops));
    assertEquals(2_000, dump().all().size());
    assertEquals(2_000, page(Order.DESCENDING, 0, 100, 100).total());
  }

  /// A position in the bytes layout: the sort value, ended by 00 01, then the key.
  private static Entry bytesEntry(Cell cell, String sort, String key) {
    return new Entry(cell, new Position(0, Bytes.utf8(sort + "\0\1" + key)));
  }

  private PageSlice bytesPage(Order order, long from, int count) {
    return store.reader().page(new PageQuery(SHIRT, Layout.BYTES, order, from, count, 2));
  }

  @Test
  final void inTheBytesLayoutASpanIsCountedBySortValue() {
    write(
        put("1", "1", bytesEntry(FOUR_EN, "a", "1")),
        put("2", "2", bytesEntry(FIVE_EN, "a", "2")),
        put("3", "3", bytesEntry(FOUR_EN, "a", "\3")),
        put("4", "4", bytesEntry(FOUR_EN, "ab", "4")),
        put("5", "5", bytesEntry(FOUR_EN, "a\0\u007Fb", "5")),
        put("6", "6", bytesEntry(FOUR_EN, "", "6")));
    assertEquals(
        List.of("\0\u00016", "a\0\1\3"), members(bytesPage(Order.ASCENDING, 0, 2).positions()));
    assertEquals(4, bytesPage(Order.ASCENDING, 0, 2).span(), "the empty one and all of a");
    assertEquals(3, bytesPage(Order.ASCENDING, 2, 1).span(), "the tie alone");
    assertEquals(2, bytesPage(Order.DESCENDING, 0, 2).span());
    assertEquals(4, bytesPage(Order.DESCENDING, 1, 2).span());
    assertEquals(6, bytesPage(Order.DESCENDING, 0, 6).span());
    assertEquals(List.of(), store.inspector().dump(SHIRT, CELLS).contradictions());
  }

  @Test
  final void inTheBytesLayoutBothOldMembersAreTakenOut() {
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
}
