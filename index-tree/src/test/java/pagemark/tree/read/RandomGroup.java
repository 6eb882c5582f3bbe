package pagemark.tree.read;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.entry.SortValue;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Rule;
import pagemark.index.Window;

/// Random entries with many ties, random questions about them, and the right answers.
final class RandomGroup {
  static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("shirt"));
  static final int COUNT_MAX = 40;

  /// How many different sort values there are.
  private static final int SORTS = 30;

  final NavigableMap<Bytes, Cell> entries = new TreeMap<>();
  private final Random random;
  private final Layout layout;
  private final List<Cell> cells;
  private final int size;

  /// @param cells of the listing; 0 if it has no filters
  RandomGroup(Random random, Layout layout, int cells, int size) {
    this.random = random;
    this.layout = layout;
    this.size = size;
    this.cells =
        cells == 0
            ? List.of(Cell.WHOLE)
            : IntStream.range(0, cells).mapToObj(i -> new Cell(i / 20 + "." + i % 20)).toList();
    for (int i = 0; i < size; i++) {
      entries.put(Place.of(position("item" + i)), cell());
    }
  }

  /// A cell; the first ones are frequent, others rare.
  Cell cell() {
    return cells.get((int) (cells.size() * Math.pow(random.nextDouble(), 3)));
  }

  /// Some sort values are those of many entries, others of a few or of one.
  Position position(String item) {
    int sort = (int) (SORTS * Math.pow(random.nextDouble(), 2)) - SORTS / 4;
    return switch (layout) {
      case SCORE -> new Position(sort, Bytes.utf8(item));
      case BYTES -> new Position(0, Bytes.utf8(text(sort) + "\0\1" + item));
    };
  }

  private static String text(int sort) {
    return switch (Math.floorMod(sort, 4)) {
      case 0 -> "";
      case 1 -> "a\0\u007F" + sort;
      default -> "a".repeat(Math.floorMod(sort, 9)) + sort;
    };
  }

  /// The answers to all questions about the entries.
  InMemoryIndex oracle() {
    InMemoryIndex oracle =
        new InMemoryIndex(InstantSource.fixed(Instant.EPOCH), IndexSettings.DEFAULT);
    oracle.building(GROUP.generation(), "nonce", Instant.EPOCH);
    oracle.ready(GROUP.generation(), "nonce");
    List<Op> ops = new ArrayList<>();
    entries.forEach(
        (place, cell) ->
            ops.add(
                new Op(
                    place, new Rule.Unfenced(), new Entry(cell, Place.position(place)), Set.of())));
    oracle.write(List.of(new GroupWrite(GROUP, ops)));
    return oracle;
  }

  PageQuery query() {
    return new PageQuery(
        GROUP,
        someCells(),
        someCells(),
        layout,
        random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING,
        window(),
        anchor(),
        random.nextInt(1, COUNT_MAX),
        random.nextInt(COUNT_MAX));
  }

  CountQuery countQuery() {
    return new CountQuery(GROUP, someCells(), layout, window());
  }

  private List<Cell> someCells() {
    if (random.nextInt(3) == 0) {
      return List.of(Cell.WHOLE);
    }
    List<Cell> shuffled = new ArrayList<>(cells);
    Collections.shuffle(shuffled, random);
    int some = random.nextBoolean() ? shuffled.size() : Math.min(3, shuffled.size());
    return shuffled.subList(0, 1 + random.nextInt(some));
  }

  private Window window() {
    return new Window(edge(), edge());
  }

  private @Nullable Position edge() {
    return random.nextInt(3) == 0 ? boundary() : null;
  }

  private Anchor anchor() {
    return switch (random.nextInt(6)) {
      case 0, 1 -> new Anchor.Rank(random.nextInt(size + size / 8 + 2));
      case 2 -> new Anchor.Following(boundary());
      case 3 -> new Anchor.Preceding(boundary());
      case 4 -> new Anchor.Last();
      default -> new Anchor.Around(boundary(), random.nextBoolean());
    };
  }

  /// A boundary at an entry, after one, between two, or before or after a sort value.
  private Position boundary() {
    Position position =
        entries.isEmpty() || random.nextInt(3) == 0
            ? position("item" + random.nextInt(size + 1))
            : Place.position(List.copyOf(entries.keySet()).get(random.nextInt(entries.size())));
    return switch (random.nextInt(4)) {
      case 0 -> position;
      case 1 -> position.next();
      case 2 -> SortValue.begin(position, layout);
      default -> SortValue.end(position, layout);
    };
  }
}
