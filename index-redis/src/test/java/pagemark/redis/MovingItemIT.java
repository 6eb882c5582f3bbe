package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Sequence;
import pagemark.index.Window;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Layout;
import pagemark.key.Position;
import pagemark.listing.Order;

/// Items move from cell to cell, and up and down, while pages are read: all cells together hold
/// each item exactly once, and so does the whole group; some of the cells hold none twice.
final class MovingItemIT {
  private static final int ITEMS = 60;
  private static final int MOVES = 3_000;
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("moving"));
  private static final List<Cell> CELLS =
      IntStream.range(0, 6).mapToObj(i -> new Cell("" + i)).toList();

  private static SingleServer server;

  private final Random random = new Random(20_261_121);
  private final AtomicInteger moves = new AtomicInteger();

  @BeforeAll
  static void open() {
    server = SingleServer.startReady("g1");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void noReadSeesAnItemTwiceOrNotAtAll() throws Exception {
    for (int item = 0; item < ITEMS; item++) {
      move(item);
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Integer> reads = threads.submit(this::readUntilMoved);
      while (moves.get() < ITEMS + MOVES) {
        move(random.nextInt(ITEMS));
      }
      assertTrue(reads.get() > 100, "only " + reads.get() + " reads in the meantime");
    }
    assertEquals(List.of(), server.store().inspector().dump(GROUP, CELLS).contradictions());
  }

  private void move(int item) {
    Bytes key = Bytes.utf8("item%02d".formatted(item));
    Cell cell = CELLS.get(random.nextInt(CELLS.size()));
    Entry entry = new Entry(cell, new Position(random.nextInt(10), key));
    Sequence sequence = new Sequence(Integer.toString(1_000 + moves.incrementAndGet()));
    Op op = new Op(key, sequence, entry, Set.of());
    server.store().writer().write(List.of(new GroupWrite(GROUP, List.of(op))));
  }

  private int readUntilMoved() {
    int reads = 0;
    while (moves.get() < ITEMS + MOVES) {
      assertEveryItemOnce(page(CELLS));
      assertEveryItemOnce(page(List.of(Cell.WHOLE)));
      PageSlice some = page(CELLS.subList(0, 3));
      assertEquals(some.total(), new HashSet<>(keys(some)).size());
      CountQuery counts = new CountQuery(GROUP, CELLS, Layout.SCORE, Window.WHOLE);
      assertEquals(
          ITEMS, server.store().reader().counts(counts).stream().mapToLong(Long::longValue).sum());
      reads++;
    }
    return reads;
  }

  private static PageSlice page(List<Cell> cells) {
    Anchor first = new Anchor.Rank(0);
    return server
        .store()
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
