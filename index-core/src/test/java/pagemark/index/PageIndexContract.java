package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Markers.State;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.WriteResult.Written;

/// The contract of every page index. A store's test extends [WitnessContract] if the store keeps
/// fences by item, or [PlaceContract] if it keeps them by place.
public abstract class PageIndexContract extends SweepContract {
  private static final int SEEDS = Extent.of(1, 20);

  private PageSlice page(Order order, long from, int count, int spares) {
    return index().reader().page(new PageQuery(SHIRT, Layout.SCORE, order, from, count, spares));
  }

  private static List<String> members(List<Position> positions) {
    return positions.stream().map(p -> p.member().text()).toList();
  }

  @Test
  final void aDisconnectedStoreConnectsAnewAtItsNextUse() {
    write(put("a", "1", entry(FOUR_EN, 1, "a")));
    PageIndexReader reader = index().reader();
    index().disconnect();
    index().disconnect();
    write(put("b", "2", entry(FOUR_EN, 2, "b")));
    index().disconnect();
    PageQuery query = new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, 0, 5, 0);
    assertEquals(List.of("a", "b"), members(reader.page(query).positions()));
  }

  @Test
  final void aStoreConnectsAheadOfItsFirstUse() {
    index().disconnect();
    index().connect();
    index().connect();
    write(put("a", "1", entry(FOUR_EN, 1, "a")));
    PageQuery query = new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, 0, 5, 0);
    assertEquals(List.of("a"), members(index().reader().page(query).positions()));
  }

  @Test
  final void anUnknownGroupOfAReadyGenerationIsEmpty() {
    assertEquals(new PageSlice(0, 0, List.of(), List.of(), 0), page(Order.ASCENDING, 0, 20, 5));
  }

  @Test
  final void pagesAtBoundariesAndInWindowsAreThoseOfASortedList() {
    new RandomPages(20_261_121, this::write, index().reader()).check();
  }

  /// Pages of 1,000 positions, as `only=keys` asks for them: of one set, and merged from two.
  @Test
  final void aPageHasUpToAThousandEntries() {
    List<String> all = IntStream.range(0, 1_050).mapToObj("i%04d"::formatted).toList();
    for (int from = 0; from < all.size(); from += 50) {
      write(
          IntStream.range(from, from + 50)
              .mapToObj(
                  i ->
                      put(
                          all.get(i),
                          "1",
                          entry(CELLS.get(i % 2), Math.floorDiv(i, 10), all.get(i))))
              .toArray(Op[]::new));
    }
    for (List<Cell> cells : List.of(List.of(Cell.WHOLE), CELLS)) {
      PageSlice slice =
          index()
              .reader()
              .page(
                  new PageQuery(
                      SHIRT,
                      cells,
                      cells,
                      Layout.SCORE,
                      Order.ASCENDING,
                      Window.WHOLE,
                      new Anchor.Rank(30),
                      PageQuery.COUNT_MAX,
                      5));
      assertEquals(all.subList(30, 1_030), members(slice.positions()));
      assertEquals(all.subList(1_030, 1_035), members(slice.spares()));
      assertEquals(
          List.of(1_050L, 30L, 1_000L), List.of(slice.total(), slice.from(), slice.span()));
    }
    assertThrows(IllegalArgumentException.class, () -> page(Order.ASCENDING, 0, 1_001, 0));
  }

  /// An in-memory index that keeps fences as the store does.
  abstract InMemoryIndex oracle();

  /// What a store checks after each batch, in addition to being equal to the in-memory index.
  protected void checkSound(List<GroupRef> groups) {}

  @Test
  final void holdsWhatTheInMemoryIndexHoldsAfterTheSameOperations() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      new StoreComparison(seed, index(), oracle(), this::forgetFences, this::checkSound).run();
    }
  }

  /// Whether the store accepts all lengths of DynamoDB.
  protected boolean holdsAllKeys() {
    return true;
  }

  /// The longest bytes that docs/internals/key-format.md allows: all attributes are binary and as
  /// long as DynamoDB permits. All their bytes are zeros, because these take two bytes each.
  @Test
  final void theLongestKeysOfDynamoDbAreHeldOrReported() {
    Bytes key = joined(escapedZeros(2_048), new byte[1_024]);
    Bytes member = joined(escapedZeros(1_024), key.toArray());
    GroupRef group = new GroupRef(GENERATION, "comments", new Group("A".repeat(2_731)));
    Entry entry = new Entry(Cell.WHOLE, new Position(0, member));
    Op op = new Op(key, new Sequence("1"), entry, Set.of());
    assertEquals(holdsAllKeys(), index().writer().refusal(group, op.item(), entry).isEmpty());
    if (holdsAllKeys()) {
      assertInstanceOf(
          Written.class,
          index().writer().write(List.of(new GroupWrite(group, List.of(op)))).getFirst());
    }
    PageQuery query = new PageQuery(group, Layout.BYTES, Order.ASCENDING, 0, 5, 0);
    List<Position> held = index().reader().page(query).positions();
    assertEquals(holdsAllKeys() ? List.of(entry.position()) : List.of(), held);
  }

  private static byte[] escapedZeros(int count) {
    byte[] escaped = new byte[2 * count + 2];
    for (int i = 1; i < 2 * count; i += 2) {
      escaped[i] = (byte) 0xFF;
    }
    escaped[2 * count + 1] = 1;
    return escaped;
  }

  private static Bytes joined(byte[] first, byte[] second) {
    return Bytes.of(
        ByteBuffer.allocate(first.length + second.length).put(first).put(second).array());
  }

  @Test
  final void nothingIsWrittenIntoASlotWithoutAMarker() {
    GroupRef unknown = new GroupRef("g2", "comments", SHIRT.group());
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Unmarked()),
        index().writer().write(List.of(new GroupWrite(unknown, List.of(op)))));
    assertEquals(
        List.of(new Unmarked()),
        index().writer().write(List.of(new GroupWrite(unknown, List.of(remove("a", "1"))))));
    assertEquals(
        new GroupDump(List.of(), Map.of()), GroupDump.of(index().inspector(), unknown, CELLS));
    PageQuery query = new PageQuery(unknown, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
    assertThrows(IndexException.NotReady.class, () -> index().reader().page(query));
  }

  @Test
  final void aBuildingSlotIsWrittenButNotRead() {
    index().markers().building("g2", "first", Instant.EPOCH);
    GroupRef building = new GroupRef("g2", "comments", SHIRT.group());
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Written(1, 0, List.of())),
        index().writer().write(List.of(new GroupWrite(building, List.of(op)))));
    PageQuery query = new PageQuery(building, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
    assertThrows(IndexException.NotReady.class, () -> index().reader().page(query));

    index().markers().building("g2", "second", Instant.EPOCH);
    assertEquals(index().markers().slots(), index().markers().ready("g2", "first"));
    assertEquals(Map.of(State.BUILDING, index().markers().slots()), index().markers().count("g2"));
    assertEquals(0, index().markers().ready("g2", "second"));
    assertEquals(Map.of(State.READY, index().markers().slots()), index().markers().count("g2"));
    assertEquals(1, index().reader().page(query).total());
  }

  @Test
  final void groupsAndGenerationsAreApart() {
    GroupRef vinyl = new GroupRef(GENERATION, "comments", new Group("vinyl {50%}"));
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    assertEquals(
        List.of(new Written(1, 0, List.of()), new Written(1, 0, List.of())),
        index()
            .writer()
            .write(
                List.of(new GroupWrite(SHIRT, List.of(op)), new GroupWrite(vinyl, List.of(op)))));
    index().writer().write(List.of(new GroupWrite(vinyl, List.of(remove("a", "2", OLD)))));
    assertEquals(1, page(Order.ASCENDING, 0, 1, 0).total());
    PageQuery query = new PageQuery(vinyl, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
    assertEquals(0, index().reader().page(query).total());
  }

  /// The only group of a listing has no name, and those of several values have slashes.
  @Test
  final void aGroupMayHaveAnyName() {
    Set<GroupRef> groups =
        Stream.of("", "/", "acme/a%2Fb", "acme/", "{}:", "%~", "\0", "ü😀")
            .map(name -> new GroupRef(GENERATION, "comments", new Group(name)))
            .collect(Collectors.toSet());
    Op op = put("a", "1", entry(FOUR_EN, 1, "a"));
    index()
        .writer()
        .write(groups.stream().map(group -> new GroupWrite(group, List.of(op))).toList());
    Set<GroupRef> found = new HashSet<>();
    index().inspector().groups(GENERATION, found::addAll);
    assertEquals(groups, found);
    for (GroupRef group : groups) {
      PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
      assertEquals(1, index().reader().page(query).total(), group::toString);
    }
  }
}
