package pagemark.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.Window;
import pagemark.index.WriteResult;

/// Loads groups of several sizes and shapes, and compares pages anywhere in them with plain sorted
/// lists. The nightly build loads 20,000 entries, of which 4,000 have the same sort value.
@Nightly
@TakesLong(nightly = 28)
final class LargeGroupsIT {
  private static final int LARGE = Extent.of(3_000, 20_000);
  private static final int BATCH = 2_000;
  private static final int PAGES = 40;
  private static final int COUNT = 20;
  private static final int SPARES = 5;
  private static final int TIED = 7;
  private static final int KEY_BYTES_MAX = 2_048;

  private final Random random = new Random(20_261_122);
  private IndexStore index;

  @BeforeEach
  void open() {
    index = DynamoTables.create().open(DynamoIndex.LIMITS);
    index.markers().building("g", "nonce", Instant.EPOCH);
    index.markers().ready("g", "nonce");
  }

  @AfterEach
  void close() {
    index.close();
  }

  private static List<Cell> cells(int filters, int values) {
    int number = (int) Math.pow(values, filters);
    return IntStream.range(0, number).mapToObj(n -> cell(n, filters, values)).toList();
  }

  private static Cell cell(int number, int filters, int values) {
    List<String> ordinals = new ArrayList<>();
    for (int rest = number; ordinals.size() < filters; rest /= values) {
      ordinals.add(Integer.toString(rest % values));
    }
    return new Cell(String.join(".", ordinals));
  }

  private Position score(int number) {
    int value = number % 5 == 0 ? TIED : random.nextInt(1, 20_000);
    return new Position(value, Bytes.utf8("item-%012d".formatted(number)));
  }

  /// A binary key of the greatest length, with bytes of all kinds.
  private Position longKey(int number) {
    byte[] key = new byte[KEY_BYTES_MAX];
    random.nextBytes(key);
    key[KEY_BYTES_MAX - 1] = (byte) number;
    return new Position(number % 5 == 0 ? TIED : random.nextInt(1, 20_000), Bytes.of(key));
  }

  private void check(
      String name, int size, Layout layout, List<Cell> cells, IntFunction<Position> positions) {
    GroupRef group = new GroupRef("g", "comments", new Group(name));
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      entries.add(new Entry(cells.get(random.nextInt(cells.size())), positions.apply(i)));
    }
    load(group, entries);
    entries.sort(Comparator.comparing(Entry::position));
    for (int i = 0; i < PAGES; i++) {
      List<Cell> some = i % 2 == 0 ? List.of(Cell.WHOLE) : some(cells);
      List<Position> expected =
          entries.stream()
              .filter(entry -> some.contains(Cell.WHOLE) || some.contains(entry.cell()))
              .map(Entry::position)
              .toList();
      checkPage(group, layout, some, i % 3 == 0 ? Window.WHOLE : window(entries), expected);
    }
    assertEquals(0, index.inspector().keptCounts().orElseThrow().wrong(group));
  }

  private List<Cell> some(List<Cell> cells) {
    Set<Cell> some = new HashSet<>();
    for (int n = random.nextInt(1, 5); n > 0; n--) {
      some.add(cells.get(random.nextInt(cells.size())));
    }
    return List.copyOf(some);
  }

  private Window window(List<Entry> entries) {
    return new Window(boundary(entries), boundary(entries));
  }

  /// An entry's position, often one in the tie.
  private @Nullable Position boundary(List<Entry> entries) {
    return random.nextInt(3) == 0 ? null : entries.get(random.nextInt(entries.size())).position();
  }

  private void load(GroupRef group, List<Entry> entries) {
    for (int from = 0; from < entries.size(); from += BATCH) {
      List<Op> ops =
          entries.subList(from, Math.min(from + BATCH, entries.size())).stream()
              .map(e -> new Op(e.position().member(), new Sequence("1"), e, Set.of()))
              .toList();
      WriteResult result = index.writer().write(List.of(new GroupWrite(group, ops))).getFirst();
      assertEquals(
          List.of(), assertInstanceOf(WriteResult.Written.class, result).refused(), "refused");
    }
  }

  private void checkPage(
      GroupRef group, Layout layout, List<Cell> cells, Window window, List<Position> selected) {
    List<Position> ascending = selected.stream().filter(p -> isWithin(window, p)).toList();
    Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
    List<Position> all = order == Order.ASCENDING ? ascending : ascending.reversed();
    int from =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> all.size() / 2;
          case 2 -> Math.max(0, all.size() - COUNT);
          default -> random.nextInt(all.size() + 1);
        };
    PageQuery query =
        new PageQuery(
            group, cells, cells, layout, order, window, new Anchor.Rank(from), COUNT, SPARES);
    PageSlice page = index.reader().page(query);
    assertEquals(all.size(), page.total(), () -> "total of " + query);
    assertEquals(cut(all, from, COUNT), page.positions(), () -> "page of " + query);
    assertEquals(cut(all, from + COUNT, SPARES), page.spares(), () -> "spares of " + query);
    assertEquals(
        (long) all.size(),
        index.reader().counts(new CountQuery(group, cells, layout, window)).stream()
            .mapToLong(Long::longValue)
            .sum());
  }

  private static boolean isWithin(Window window, Position position) {
    return (window.from() == null || position.compareTo(window.from()) >= 0)
        && (window.to() == null || position.compareTo(window.to()) < 0);
  }

  private static List<Position> cut(List<Position> all, int from, int count) {
    return all.stream().skip(from).limit(count).toList();
  }

  @Test
  void groupsThatFitIntoSomeLeaves() {
    for (int size : List.of(1, 25, 110)) {
      check("size " + size, size, Layout.SCORE, cells(1, 3), this::score);
    }
  }

  @Test
  void keysOfTheGreatestLength() {
    check("long keys", 110, Layout.SCORE, cells(1, 2), this::longKey);
  }

  @Test
  void asManyCellsAsThereMayBe() {
    check("512 cells", 1_000, Layout.SCORE, cells(3, 8), this::score);
  }

  @Test
  void aLargeGroupWithALargeTie() {
    check("large", LARGE, Layout.SCORE, cells(1, 4), this::score);
  }
}
