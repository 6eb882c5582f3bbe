package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;

/// Moves items between cells and positions while pages are read. All cells together, and the whole
/// group, must show each item exactly once. Some of the cells must show no item twice.
public final class MovingItems {
  private static final int ITEMS = 60;
  private static final int MOVES_PER_READ_MAX = 30;
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("moving"));
  private static final List<Cell> CELLS =
      IntStream.range(0, 6).mapToObj(i -> new Cell("" + i)).toList();

  private final IndexStore store;
  private final int wanted;
  private final Random random = new Random(20_261_121);
  private final AtomicInteger moves = new AtomicInteger();

  /// @param store an empty store
  public MovingItems(IndexStore store, int moves) {
    this.store = store;
    this.wanted = moves;
  }

  /// Fails if a read sees an item twice, or not at all.
  public void run() throws Exception {
    store.markers().building(GROUP.generation(), "nonce", Instant.EPOCH);
    store.markers().ready(GROUP.generation(), "nonce");
    for (int item = 0; item < ITEMS; item++) {
      move(item);
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Future<Integer> reads = threads.submit(this::readUntilMoved);
      while (moves.get() < ITEMS + wanted) {
        move(random.nextInt(ITEMS));
      }
      assertTrue(reads.get() > wanted / MOVES_PER_READ_MAX, reads.get() + " reads in the meantime");
    }
    assertEquals(List.of(), Contradictions.of(GroupDump.of(store.inspector(), GROUP, CELLS)));
  }

  private void move(int item) {
    Bytes key = Bytes.utf8("item%02d".formatted(item));
    Cell cell = CELLS.get(random.nextInt(CELLS.size()));
    Entry entry = new Entry(cell, new Position(random.nextInt(10), key));
    Sequence sequence = new Sequence(Integer.toString(1_000 + moves.incrementAndGet()));
    Op op = new Op(key, sequence, entry, Set.of());
    store.writer().write(List.of(new GroupWrite(GROUP, List.of(op))));
  }

  private int readUntilMoved() {
    int reads = 0;
    while (moves.get() < ITEMS + wanted) {
      assertEveryItemOnce(page(CELLS));
      assertEveryItemOnce(page(List.of(Cell.WHOLE)));
      PageSlice some = page(CELLS.subList(0, 3));
      assertEquals(some.total(), new HashSet<>(keys(some)).size());
      CountQuery counts = new CountQuery(GROUP, CELLS, Layout.SCORE, Window.WHOLE);
      assertEquals(ITEMS, store.reader().counts(counts).stream().mapToLong(Long::longValue).sum());
      reads++;
    }
    return reads;
  }

  private PageSlice page(List<Cell> cells) {
    Anchor first = new Anchor.Rank(0);
    return store
        .reader()
        .page(
            new PageQuery(
                GROUP,
                cells,
                cells,
                Layout.SCORE,
                Order.DESCENDING,
                Window.WHOLE,
                first,
                ITEMS / 2,
                ITEMS));
  }

  private static void assertEveryItemOnce(PageSlice page) {
    assertEquals(ITEMS, page.total());
    assertEquals(ITEMS, keys(page).size());
    assertEquals(ITEMS, new HashSet<>(keys(page)).size());
  }

  private static List<Bytes> keys(PageSlice page) {
    return new ArrayList<>(
        Stream.concat(page.positions().stream(), page.spares().stream())
            .map(Position::member)
            .toList());
  }
}
