package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.Extent;
import pagemark.index.GroupRef;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.TakesLong;
import pagemark.index.Window;
import pagemark.redis.script.IndexKeys;

/// Compares pages of unions of 1 to 512 sets of up to 100,000 entries, with every distribution,
/// with one sorted list of all entries. The group's whole set, which guides the search, has these
/// entries and others; it lacks some, or all.
@TakesLong(value = 5, nightly = 50)
final class UnionIT {
  private static final long SEED = 20_261_121;
  private static final int ENTRIES_MAX = Extent.of(4_000, 100_000);
  private static final List<Integer> SETS = List.of(1, 2, 3, 8, 60, 512);

  private static SingleServer server;
  private static int groups;

  private final Random random = new Random(SEED);

  /// The distribution of scores over a union's sets.
  enum Spread {
    ALL_EQUAL {
      @Override
      int score(Random random, int set) {
        return 7;
      }
    },
    FEW_SCORES {
      @Override
      int score(Random random, int set) {
        return random.nextInt(5);
      }
    },
    ALIKE {
      @Override
      int score(Random random, int set) {
        return random.nextInt(1_000_000);
      }
    },
    SKEWED {
      @Override
      int score(Random random, int set) {
        return (int) Math.exp(random.nextDouble() * 14);
      }
    },
    DRIFTING {
      @Override
      int score(Random random, int set) {
        return (int) (random.nextGaussian() * 1_000) + set * 500;
      }
    },
    DISJOINT {
      @Override
      int score(Random random, int set) {
        return set * 1_000 + random.nextInt(900);
      }
    };

    abstract int score(Random random, int set);
  }

  /// @param cells the cells of the union; some are empty
  /// @param all the entries of the union, in order
  private record Union(GroupRef group, List<Cell> cells, List<Position> all) {}

  @BeforeAll
  static void open() {
    server = SingleServer.startReady("g1");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aPageOfAUnionIsThatOfAllItsEntries(Spread spread) {
    System.out.println("seed " + SEED);
    for (Layout layout : Layout.values()) {
      for (int sets : SETS) {
        Union union = filled(spread, layout, sets);
        for (Order order : Order.values()) {
          check(layout, order, union);
        }
      }
    }
  }

  private Union filled(Spread spread, Layout layout, int sets) {
    GroupRef group = new GroupRef("g1", "comments", new Group("union" + groups++));
    List<Cell> cells = new ArrayList<>();
    List<Position> all = new ArrayList<>();
    int most = ENTRIES_MAX / sets;
    for (int set = 0; set < sets; set++) {
      cells.add(new Cell(Integer.toString(set)));
      int size = set == 0 ? most : random.nextInt(5) == 0 ? 0 : random.nextInt(most);
      List<Position> entries = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        entries.add(position(layout, spread.score(random, set), all.size() + i));
      }
      write(group, cells.getLast(), entries);
      all.addAll(entries);
    }
    fillWhole(group, all, spread, layout);
    Collections.sort(all);
    return new Union(group, cells, all);
  }

  /// Writes every entry of the union to the group's whole set, or half of them, or none; and as
  /// many others as one more cell has. Pages are right in each case.
  private void fillWhole(GroupRef group, List<Position> all, Spread spread, Layout layout) {
    int kept = groups % 4 == 0 ? 0 : groups % 4 == 1 ? all.size() / 2 : all.size();
    List<Position> whole = new ArrayList<>(all.subList(0, kept));
    for (int i = 0; i < kept / 2; i++) {
      whole.add(position(layout, spread.score(random, groups % 5), all.size() + i));
    }
    write(group, Cell.WHOLE, whole);
  }

  /// Keys that are not in the order of their creation. Some share a prefix.
  private Position position(Layout layout, int score, int number) {
    String key = "item-" + Integer.toHexString(random.nextInt(5_000)) + "-" + number;
    return layout == Layout.SCORE
        ? new Position(score, Bytes.utf8(key))
        : new Position(0, Bytes.utf8("%08d\0\1%s".formatted(score + 50_000, key)));
  }

  private static void write(GroupRef group, Cell cell, List<Position> entries) {
    for (int from = 0; from < entries.size(); from += 1_000) {
      IdentityHashMap<byte[], Double> some = new IdentityHashMap<>();
      for (Position p : entries.subList(from, Math.min(from + 1_000, entries.size()))) {
        some.put(p.member().toArray(), p.score());
      }
      server.redis().zadd(IndexKeys.of(group).set(cell), some);
    }
  }

  private void check(Layout layout, Order order, Union union) {
    int size = union.all().size();
    check(layout, order, union, Window.WHOLE, union.all());
    for (int i = 0; i < Extent.of(1, 3); i++) {
      int from = random.nextInt(size / 2);
      int to = size / 2 + random.nextInt(size / 2);
      Window window = new Window(union.all().get(from), union.all().get(to));
      check(layout, order, union, window, union.all().subList(from, to));
    }
  }

  /// Checks the first, middle and last pages of a window, and random ones.
  private void check(
      Layout layout, Order order, Union union, Window window, List<Position> entries) {
    List<Position> ordered = order == Order.ASCENDING ? entries : entries.reversed();
    int size = ordered.size();
    for (int from : List.of(0, 7, size / 2, random.nextInt(size), size - 20, size - 3)) {
      int begin = Math.max(0, from);
      int count = 1 + random.nextInt(100);
      PageQuery query =
          new PageQuery(
              union.group(),
              union.cells(),
              List.of(Cell.WHOLE),
              layout,
              order,
              window,
              new Anchor.Rank(begin),
              count,
              5);
      PageSlice page = server.store().reader().page(query);
      assertEquals(size, page.total());
      assertEquals(cut(ordered, begin, begin + count), page.positions(), () -> name(union, query));
      assertEquals(
          cut(ordered, begin + count, begin + count + 5), page.spares(), () -> name(union, query));
    }
  }

  private static String name(Union union, PageQuery query) {
    return "seed %d, %d sets, %s of %s"
        .formatted(SEED, union.cells().size(), query.anchor(), query.window());
  }

  private static List<Position> cut(List<Position> all, int from, int to) {
    return all.subList(Math.clamp(from, 0, all.size()), Math.clamp(to, 0, all.size()));
  }
}
