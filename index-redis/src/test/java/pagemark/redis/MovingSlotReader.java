package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.IndexStore;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// Reads pages of two groups over and over, and checks each.
///
/// @param quiet a group that nobody writes, with pages `expected` from the start
/// @param written a group that is written meanwhile
record MovingSlotReader(
    IndexStore store, GroupRef quiet, PageSlice expected, GroupRef written, Counts counts) {
  private static final int READS_MAX = 1_000_000;
  private static final int PAGE = 20;

  /// The numbers of complete pages, and of reads that were refused with TRYAGAIN.
  record Counts(AtomicLong pages, AtomicLong refused) {
    Counts() {
      this(new AtomicLong(), new AtomicLong());
    }
  }

  static PageQuery query(GroupRef group) {
    return new PageQuery(group, Layout.SCORE, Order.ASCENDING, 7, PAGE, 3);
  }

  void readWhile(BooleanSupplier goesOn) {
    for (int i = 0; goesOn.getAsBoolean(); i++) {
      assertTrue(i < READS_MAX, "reads without end");
      try {
        assertEquals(expected, store.reader().page(query(quiet)));
        assertSound(store.reader().page(query(written)));
        counts.pages().incrementAndGet();
      } catch (IndexException.Unavailable e) {
        assertTrue(String.valueOf(e.getMessage()).contains("TRYAGAIN"), e::getMessage);
        counts.refused().incrementAndGet();
      }
    }
  }

  /// Checks that positions are in order and none comes twice.
  private static void assertSound(PageSlice slice) {
    List<Position> page = slice.positions();
    assertEquals(page.stream().distinct().sorted().toList(), page);
    assertEquals(Math.clamp(slice.total() - 7, 0, PAGE), page.size());
  }
}
