package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;

/// Compares random queries of selections of a group with many ties with plain sorted lists.
final class RandomPages {
  private static final int ENTRIES = 60;
  private static final int QUERIES = Extent.of(45, 400);
  private static final List<Cell> CELLS =
      Stream.of("0.0", "0.1", "1.0", "1.1", "2.0", "2.1", "2.2").map(Cell::new).toList();

  private final String name;
  private final Random random;
  private final Consumer<Op[]> write;
  private final PageIndexReader index;
  private final Map<Cell, List<Position>> cells = new HashMap<>();
  private final Map<String, Entry> entries = new HashMap<>();

  RandomPages(long seed, Consumer<Op[]> write, PageIndexReader index) {
    this.name = "seed " + seed;
    this.random = new Random(seed);
    this.write = write;
    this.index = index;
  }

  void check() {
    Layout layout = random.nextBoolean() ? Layout.SCORE : Layout.BYTES;
    for (Layout each : List.of(layout, layout == Layout.SCORE ? Layout.BYTES : Layout.SCORE)) {
      fill(each);
      for (int i = 0; i < QUERIES; i++) {
        check(query(each));
        checkCounts(each);
      }
    }
  }

  /// Replaces the entries of the other layout, which each record names. The last cell stays empty.
  private void fill(Layout layout) {
    cells.clear();
    for (int i = 0; i < ENTRIES; i++) {
      String item = "item" + i;
      Cell cell = CELLS.get(random.nextInt(CELLS.size() - 1));
      Position position = position(layout, item);
      cells.computeIfAbsent(cell, _ -> new ArrayList<>()).add(position);
      String sequence = (layout == Layout.SCORE ? "1" : "2") + (1000 + sequences++);
      Entry entry = new Entry(cell, position);
      Entry old = entries.put(item, entry);
      Entry[] olds = old == null ? new Entry[0] : new Entry[] {old};
      write.accept(new Op[] {OpenedStore.put(item, sequence, entry, olds)});
    }
  }

  /// Sorts the positions.
  private List<Position> entries(List<Cell> wanted) {
    return cells.keySet().stream()
        .filter(cell -> wanted.contains(cell) || wanted.contains(Cell.WHOLE))
        .flatMap(cell -> cells.getOrDefault(cell, List.of()).stream())
        .sorted()
        .toList();
  }

  private List<Cell> someCells() {
    if (random.nextInt(4) == 0) {
      return List.of(Cell.WHOLE);
    }
    List<Cell> shuffled = new ArrayList<>(CELLS);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, 1 + random.nextInt(CELLS.size()));
  }

  private int sequences;

  private Position position(Layout layout, String item) {
    return layout == Layout.SCORE
        ? new Position(random.nextInt(5) - 2, Bytes.utf8(item))
        : new Position(0, Bytes.utf8(sort() + "\0\1" + item));
  }

  private String sort() {
    return List.of("", "a", "a\0\u007F", "ab", "b", "\uFF61", "😀").get(random.nextInt(7));
  }

  private PageQuery query(Layout layout) {
    return new PageQuery(
        OpenedStore.SHIRT,
        someCells(),
        someCells(),
        layout,
        random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING,
        window(layout),
        anchor(layout),
        1 + random.nextInt(12),
        random.nextInt(5));
  }

  private Window window(Layout layout) {
    return new Window(windowEdge(layout), windowEdge(layout));
  }

  private @Nullable Position windowEdge(Layout layout) {
    return random.nextInt(3) == 0 ? boundary(layout) : null;
  }

  private Anchor anchor(Layout layout) {
    return switch (random.nextInt(5)) {
      case 0 -> new Anchor.Rank(random.nextInt(ENTRIES + 10));
      case 1 -> new Anchor.Following(boundary(layout));
      case 2 -> new Anchor.Preceding(boundary(layout));
      case 3 -> new Anchor.Last();
      default -> new Anchor.Around(boundary(layout), random.nextBoolean());
    };
  }

  /// A boundary at an entry, after one, between two, or before or after all entries of a sort
  /// value.
  private Position boundary(Layout layout) {
    Position position = position(layout, "item" + random.nextInt(ENTRIES + 5));
    return switch (random.nextInt(4)) {
      case 0 -> position;
      case 1 -> position.next();
      case 2 ->
          layout == Layout.SCORE
              ? new Position(position.score(), Bytes.utf8(""))
              : new Position(0, Bytes.utf8(sort() + "\0\1"));
      default ->
          layout == Layout.SCORE
              ? new Position(Math.nextUp(position.score()), Bytes.utf8(""))
              : new Position(0, Bytes.utf8(sort() + "\0\2"));
    };
  }

  private static List<Position> within(Window window, List<Position> all) {
    return all.stream()
        .filter(p -> window.from() == null || !isBefore(p, window.from()))
        .filter(p -> window.to() == null || isBefore(p, window.to()))
        .toList();
  }

  private void checkCounts(Layout layout) {
    CountQuery query = new CountQuery(OpenedStore.SHIRT, someCells(), layout, window(layout));
    assertEquals(
        query.cells().stream()
            .map(cell -> (long) within(query.window(), entries(List.of(cell))).size())
            .toList(),
        index.counts(query),
        name + " " + query);
  }

  private void check(PageQuery query) {
    List<Position> window = within(query.window(), entries(query.cells()));
    List<Position> ordered = query.order() == Order.ASCENDING ? window : window.reversed();
    int begin = begin(query, ordered);
    int end =
        query.anchor() instanceof Anchor.Preceding(var boundary)
            ? passed(query, ordered, boundary)
            : begin + query.count();
    PageSlice found = index.page(query);
    String what = name + " " + query;
    assertEquals(ordered.size(), found.total(), what);
    assertEquals(begin, found.from(), what);
    assertEquals(cut(ordered, begin, end), found.positions(), what);
    int spares = query.anchor() instanceof Anchor.Preceding ? 0 : query.spares();
    assertEquals(cut(ordered, end, end + spares), found.spares(), what);
    assertEquals(span(query, found.positions()), found.span(), what);
  }

  private long span(PageQuery query, List<Position> page) {
    if (page.isEmpty()) {
      return 0;
    }
    List<Bytes> sorts = page.stream().map(p -> sort(query.layout(), p)).sorted().toList();
    return entries(query.spanned()).stream()
        .map(p -> sort(query.layout(), p))
        .filter(sort -> sort.compareTo(sorts.getFirst()) >= 0)
        .filter(sort -> sort.compareTo(sorts.getLast()) <= 0)
        .count();
  }

  /// The sort value of one of this test's positions, as bytes that sort.
  private static Bytes sort(Layout layout, Position position) {
    return Bytes.utf8(
        layout == Layout.SCORE
            ? Integer.toString((int) position.score() + 5_000)
            : position.member().text().split("\0\1", -1)[0]);
  }

  private static int begin(PageQuery query, List<Position> ordered) {
    return switch (query.anchor()) {
      case Anchor.Rank(var from) -> (int) from;
      case Anchor.Following(var boundary) -> passed(query, ordered, boundary);
      case Anchor.Preceding(var boundary) ->
          Math.max(0, passed(query, ordered, boundary) - query.count());
      case Anchor.Around(var boundary, var following) ->
          begin(query, ordered, passed(query, ordered, boundary) - (following ? 0 : 1));
      case Anchor.Last() -> begin(query, ordered, ordered.size());
    };
  }

  private static int begin(PageQuery query, List<Position> ordered, int rank) {
    int at = Math.clamp(rank, 0, Math.max(0, ordered.size() - 1));
    return at / query.count() * query.count();
  }

  /// The number of entries before the boundary, in the query's order.
  private static int passed(PageQuery query, List<Position> ordered, Position boundary) {
    boolean ascending = query.order() == Order.ASCENDING;
    return (int) ordered.stream().filter(p -> isBefore(p, boundary) == ascending).count();
  }

  private static boolean isBefore(Position position, Position boundary) {
    return position.compareTo(boundary) < 0;
  }

  private static List<Position> cut(List<Position> ordered, int from, int to) {
    int size = ordered.size();
    return ordered.subList(Math.min(from, size), Math.min(to, size));
  }
}
