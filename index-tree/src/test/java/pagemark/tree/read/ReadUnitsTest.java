package pagemark.tree.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static pagemark.tree.read.RandomGroup.GROUP;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.Figures;
import pagemark.index.Nightly;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.TakesLong;
import pagemark.index.Window;
import pagemark.tree.simulation.SimulatedNodes;

/// Counts the capacity units of a page of 20 entries and 5 spares, for docs/figures.tsv, and its
/// round trips.
@Nightly
@TakesLong(nightly = 15)
final class ReadUnitsTest {
  private static final int PAGES = 200;
  private static final long KEPT_BYTES = 64 << 20;

  /// Leaves of 1,024 bytes and inner nodes of 100 children, each filled to 69 %, as random inserts
  /// leave them.
  private static final int LEAF_SIZE = 30;

  private static final int FAN_OUT = 69;

  private final Random random = new Random(20_261_122);
  private final SimulatedNodes store = new SimulatedNodes(GROUP.generation());

  private int build(int entries, int fanOut, Supplier<Cell> cell) {
    NavigableMap<Bytes, Cell> sorted = new TreeMap<>();
    for (int i = 0; i < entries; i++) {
      double sort = 1.7e9 + i * 20 + random.nextInt(20);
      ByteBuffer key =
          ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(random.nextLong());
      sorted.put(Place.of(new Position(sort, Bytes.of(key.array()))), cell.get());
    }
    return new TreeBuilder(store, GROUP, random, () -> LEAF_SIZE, () -> fanOut, false)
        .build(sorted);
  }

  private PageQuery page(List<Cell> cells, long from) {
    return page(cells, from, 20, 5);
  }

  private PageQuery page(List<Cell> cells, long from, int count, int spares) {
    return new PageQuery(
        GROUP,
        cells,
        cells,
        Layout.SCORE,
        Order.DESCENDING,
        Window.WHOLE,
        new Anchor.Rank(from),
        count,
        spares);
  }

  private TreeReader reader() {
    return new TreeReader(store, _ -> () -> true, _ -> {}, KEPT_BYTES);
  }

  /// Reads pages at random ranks, with a reader for each.
  private void assertUnits(
      String id, long roundTrips, List<Cell> cells, Supplier<? extends PageIndexReader> reader) {
    long total = reader().page(page(cells, 0)).total();
    double units = store.cost().readUnits();
    long trips = store.cost().roundTrips();
    for (int i = 0; i < PAGES; i++) {
      PageSlice slice = reader.get().page(page(cells, random.nextLong(total - 25)));
      assertEquals(List.of(20, 5), List.of(slice.positions().size(), slice.spares().size()));
    }
    Figures.counted(id, (store.cost().readUnits() - units) / PAGES);
    assertEquals(roundTrips * PAGES, store.cost().roundTrips() - trips);
  }

  /// A page of 1,000 keys, as `only=keys` asks for.
  private void assertUnitsOfKeys(String id, List<Cell> cells, TreeReader reader) {
    double units = store.cost().readUnits();
    for (long from = 0; from < 10_000; from += 1_000) {
      assertEquals(1_000, reader.page(page(cells, from, 1_000, 0)).positions().size());
    }
    Figures.counted(id, (store.cost().readUnits() - units) / 10);
  }

  private TreeReader warm(int entries, int fanOut) {
    TreeReader reader = reader();
    for (long from = 0; from < entries; from += LEAF_SIZE * fanOut / 2) {
      reader.page(page(List.of(Cell.WHOLE), from));
    }
    return reader;
  }

  @Test
  void aPageOfAThousandEntries() {
    assertEquals(1, build(1_000, FAN_OUT, () -> Cell.WHOLE));
    assertUnits("page-of-1000", 2, List.of(Cell.WHOLE), this::reader);
    TreeReader warm = warm(1_000, FAN_OUT);
    assertUnits("page-of-1000", 1, List.of(Cell.WHOLE), () -> warm);
    assertUnits("page-of-1000", 1, List.of(Cell.WHOLE), () -> warm.telling(_ -> {}));
  }

  @Test
  void aPageOfAMillionEntries() {
    assertEquals(3, build(1_000_000, FAN_OUT, () -> Cell.WHOLE));
    assertUnits("page-of-1000000", 4, List.of(Cell.WHOLE), this::reader);
    TreeReader warm = warm(1_000_000, FAN_OUT);
    assertUnits("page-of-1000000", 1, List.of(Cell.WHOLE), () -> warm);
    assertUnitsOfKeys("keys-of-1000000", List.of(Cell.WHOLE), warm);
  }

  /// The values are equally frequent. Inner nodes have about as many children as their counts
  /// allow.
  @ParameterizedTest
  @CsvSource({"24, 30", "128, 5"})
  void aPageOfOneValueOfMany(int values, int fanOut) {
    build(200_000, fanOut, () -> new Cell("" + random.nextInt(values)));
    TreeReader warm = warm(200_000, fanOut);
    List<Cell> value = List.of(new Cell("7"));
    assertUnits("page-of-one-of-" + values, 1, value, () -> warm);
  }

  /// The n-th cell has 1/n as many entries as the first one. Counts have fewer children then.
  @Test
  void aPageOfARareCell() {
    List<Cell> cells = new ArrayList<>();
    for (int i = 1; i <= 18; i++) {
      cells.addAll(Collections.nCopies(1_000 / i, new Cell("" + i)));
    }
    assertEquals(3, build(200_000, 45, () -> cells.get(random.nextInt(cells.size()))));
    assertUnits("page-of-200000-with-cells", 4, List.of(Cell.WHOLE), this::reader);
    assertUnits("page-of-a-rare-cell", 4, List.of(cells.getLast()), this::reader);
    TreeReader warm = warm(200_000, FAN_OUT);
    assertUnits("page-of-200000-with-cells", 1, List.of(Cell.WHOLE), () -> warm);
    assertUnits("page-of-a-rare-cell", 1, List.of(cells.getLast()), () -> warm);
    List<Cell> all = cells.stream().distinct().toList();
    assertUnits("page-of-nine-cells", 1, all.subList(9, 18), () -> warm);
    double units = store.cost().readUnits();
    warm.counts(new CountQuery(GROUP, all, Layout.SCORE, Window.WHOLE));
    Figures.counted("facets-of-18-cells", store.cost().readUnits() - units);
  }
}
