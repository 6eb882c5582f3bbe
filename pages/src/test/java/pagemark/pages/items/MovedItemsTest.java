package pagemark.pages.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Bytes;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.items.PageItems.FetchedItems;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.scope.Start;
import pagemark.pages.table.FetchPlan;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages of a group of numbers. The index has `a10` at 10, `a20` at 20 and so on; the items in the
/// table say something else. Each test is one interleaving: the result of the first read, then that
/// of the consistent one.
final class MovedItemsTest {
  private static final Listing LISTING =
      Definitions.only(
          """
          { "scores": {
              "table": "scores", "index": "byGame", "projection": "all",
              "group": { "attribute": "game" },
              "sort":  { "attribute": "at", "type": "integer" },
              "key":   [ { "attribute": "PK" } ],
              "attributes": "*" } }
          """);

  private final Deque<List<String>> reads = new ArrayDeque<>();
  private final List<FetchPlan> plans = new ArrayList<>();

  /// A table that returns the given results, one for each read.
  private final class Told implements TableReader {
    @Override
    public TableRead read(Listing listing, FetchPlan plan) {
      plans.add(plan);
      return new TableRead(
          reads.removeFirst().stream().map(MovedItemsTest::item).toList(),
          1,
          0.5,
          TableRead.Left.NOTHING);
    }

    @Override
    public List<TableRead> scan(Listing listing, Ranges ranges) {
      throw new AssertionError("an index gave the positions");
    }
  }

  /// Parses `a10@12` as the item `a10` with the sort value 12.
  private static Map<String, AttributeValue> item(String text) {
    String[] parts = text.split("@", 2);
    return Map.of("PK", fromS(parts[0]), "game", fromS("g"), "at", fromN(parts[1]));
  }

  private static List<Position> positions(int... sorts) {
    return IntStream.of(sorts).mapToObj(i -> new Position(i, Bytes.utf8("a" + i))).toList();
  }

  /// A slice from the middle of a group of 100 items.
  private static PageSlice slice(List<Position> page, List<Position> spares) {
    return new PageSlice(100, 50, page, spares, page.size());
  }

  private static PageRequest request(Order order, @Nullable SortWindow window) {
    Scope scope = Scope.of(LISTING, List.of("g")).with(order).withSize(3).with(window);
    return PageRequest.of(scope, new Start.Numbered(2), Room.ENDLESS);
  }

  private FetchedItems read(PageRequest request, PageSlice slice, String... rounds) {
    Arrays.stream(rounds).forEach(round -> reads.add(List.of(round.split(" ", -1))));
    FetchedItems checked =
        new PageItems(new Told(), Pauses.by(InstantSource.system())).read(request, slice);
    assertEquals(List.of(), List.copyOf(reads));
    return checked;
  }

  /// @param rounds the result of each read
  private FetchedItems ascending(String... rounds) {
    return read(
        request(Order.ASCENDING, null), slice(positions(10, 20, 30), positions(40, 50)), rounds);
  }

  private static List<String> shown(FetchedItems checked) {
    return checked.items().stream()
        .map(i -> ListedTable.text(i, "PK") + "@" + i.getOrDefault("at", fromN("?")).n())
        .toList();
  }

  private static List<String> doubted(FetchedItems checked) {
    return checked.doubted().stream()
        .map(d -> d.seen().position().member().text() + (isMissing(d) ? " is missing" : ""))
        .toList();
  }

  private static boolean isMissing(FetchedItems.DoubtfulEntry doubt) {
    return doubt.reason().equals(PageVerification.NOT_IN_INDEX);
  }

  /// Each row has what is read, round by round, what is shown, what is doubted, and how many are
  /// suspects.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a quiet page             | a10@10 a20@20 a30@30                             | a10@10 a20@20 a30@30 |              | 0
          an image that disagrees  | a10@10 a20@11 a30@30; a20@20 a40@40 a50@50       | a10@10 a20@20 a30@30 |              | 0
          moved, and still fits    | a10@10 a20@11 a30@30; a20@11 a40@40 a50@50       | a10@10 a20@11 a30@30 | a20          | 0
          behind its neighbour     | a10@10 a20@31 a30@30; a20@31 a40@40 a50@50       | a10@10 a30@30 a40@40 | a20          | 1
          two that change places   | a30@30; a10@21 a20@11 a40@40 a50@50              | a10@21 a30@30 a40@40 | a10, a20     | 1
          a spare before the page  | a10@10 a20@20; a40@5 a50@50                      | a10@10 a20@20 a50@50 | a30, a40     | 1
          a spare of an older read | a10@10 a20@20 a40@40; a50@50                     | a10@10 a20@20 a50@50 | a30, a40     | 1
          the first and the last   | a20@20; a10@9 a30@51 a40@40 a50@50               | a20@20 a40@40 a50@50 | a10, a30     | 2
          a tie with the next      | a10@10 a30@30; a20@30 a40@40 a50@50              | a10@10 a20@30 a30@30 | a20          | 0
          a tie with the one before| a10@10 a30@30; a20@10 a40@40 a50@50              | a10@10 a20@10 a30@30 | a20          | 0
          an item between is a hole| a10@10 x@15 y@16 a20@20; a30@30 a40@40 a50@50    | a10@10 a20@20 a30@30 | x is missing | 0
          items beside are no hole | 0@10 x@9 y@51 z@50 a10@10 a20@20 a30@30          | a10@10 a20@20 a30@30 |              | 0
          """)
  void ascendingPage(String name, String rounds, String shown, String doubted, int suspects) {
    String[] reads = rounds.split("; ", -1);
    FetchedItems page = ascending(reads);
    assertEquals(List.of(shown.split(" ", -1)), shown(page));
    assertEquals(Objects.requireNonNullElse(doubted, ""), String.join(", ", doubted(page)));
    assertEquals(reads.length, page.roundTrips());
    assertEquals(suspects, page.suspects());
  }

  @Test
  void atTheEndsOfTheGroupThereIsNoNeighbourToRespect() {
    PageSlice whole = new PageSlice(2, 0, positions(10, 20), List.of(), 2);
    PageRequest request = request(Order.ASCENDING, null);
    assertEquals(List.of("a10@5", "a20@99"), shown(read(request, whole, "a10@5", "a10@5 a20@99")));
  }

  @Test
  void nothingLeavesTheWindow() {
    SortWindow window = SortWindow.of(LISTING.definition().positions(), "10", "30");
    PageSlice whole = new PageSlice(2, 0, positions(10, 20), List.of(), 2);
    PageRequest request = request(Order.ASCENDING, window);
    assertEquals(List.of(), shown(read(request, whole, "a10@9", "a10@9 a20@30")));
    assertEquals(
        List.of("a10@11", "a20@29"), shown(read(request, whole, "a10@11", "a10@11 a20@29")));
  }

  @Test
  void descendingPagesAreTheMirror() {
    PageRequest request = request(Order.DESCENDING, null);
    PageSlice slice = slice(positions(50, 40, 30), positions(20, 10));
    FetchedItems moved = read(request, slice, "a50@50 a30@30", "a40@29 a20@20 a10@10");
    assertEquals(List.of("a50@50", "a30@30", "a20@20"), shown(moved));
    FetchedItems fits = read(request, slice, "a50@50 a30@30", "a40@31 a20@20 a10@10");
    assertEquals(List.of("a50@50", "a40@31", "a30@30"), shown(fits));
  }

  @Test
  void amongItemsThatTieTheKeyDecides() {
    PageSlice tied =
        slice(
            List.of(new Position(10, Bytes.utf8("b")), new Position(20, Bytes.utf8("a"))),
            List.of());
    FetchedItems before = read(request(Order.ASCENDING, null), tied, "b@10", "a@10");
    assertEquals(List.of("b@10"), shown(before));
  }

  @Test
  void anItemBesideTheOnlyPageIsAHole() {
    PageSlice whole = new PageSlice(2, 0, positions(10, 20), List.of(), 2);
    FetchedItems page = read(request(Order.ASCENDING, null), whole, "0@10 a10@10 a20@20");
    assertEquals(List.of("0 is missing"), doubted(page));
  }
}
