package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.IndexStore;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item has the tags a and b, then b and c, then a and b again. All the time it is in b: no page
/// of b is without it, and b's total never changes.
final class TagsBesideReadersIT {
  private static final int READS = 1_250;
  private static final int MOVES = 11;

  /// In which a writer that readers hold up must have moved the item.
  private static final int READS_MAX = 50_000;

  private static final int READERS = 2;
  private static final int ITEMS = 20;
  private static final int MOVING = 7;

  private static Map<String, AttributeValue> post(int number, String... tags) {
    return Map.of(
        "PK", fromS("p" + number), "at", fromN("" + number), "tags", fromSs(List.of(tags)));
  }

  @ParameterizedTest
  @EnumSource
  void theItemIsAlwaysWhereItStays(AnyStore store) throws Exception {
    try (IndexStore index = store.server().emptyStore();
        ExecutorService threads = Executors.newCachedThreadPool()) {
      SyncFixture fixture =
          new SyncFixture(index, SetsTest.LISTINGS, TableModel.STREAM, InstantSource.system());
      fixture.table = new TableModel(InstantSource.system());
      StreamSync consumer = fixture.consumer();
      for (int i = 0; i < ITEMS; i++) {
        deliver(fixture, consumer, post(i, "a", "b"));
      }
      Generation generation = fixture.generations().getFirst();
      AtomicInteger moves = new AtomicInteger();
      List<Future<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(threads.submit(reader(index, generation, moves)));
      }
      while (readers.stream().anyMatch(reader -> !reader.isDone())) {
        deliver(fixture, consumer, post(MOVING, "b", moves.get() % 2 == 0 ? "c" : "a"));
        moves.incrementAndGet();
      }
      int reads = 0;
      for (Future<Integer> reader : readers) {
        reads += reader.get();
      }
      System.out.println("%s: %d moves beside %d reads".formatted(store, moves.get(), reads));
      assertTrue(reads >= READERS * READS && moves.get() >= MOVES, "hardly moved");
    }
  }

  private static void deliver(
      SyncFixture fixture, StreamSync consumer, Map<String, AttributeValue> post) {
    assertNull(SyncFixture.deliver(consumer, List.of(fixture.table.put(post))));
  }

  /// Reads until the item has moved often enough.
  private static Callable<Integer> reader(
      IndexStore index, Generation generation, AtomicInteger moves) {
    return () -> {
      int reads = 0;
      while (reads < READS || (moves.get() < MOVES && reads < READS_MAX)) {
        PageSlice page = page(index, generation, "b");
        assertEquals(ITEMS, page.total());
        assertEquals(ITEMS, page.positions().size());
        assertTrue(page.positions().stream().anyMatch(TagsBesideReadersIT::isMoving));
        reads++;
      }
      return reads;
    };
  }

  private static boolean isMoving(Position position) {
    return position.score() == MOVING;
  }

  private static PageSlice page(IndexStore index, Generation generation, String group) {
    return index
        .reader()
        .page(
            new PageQuery(
                generation.group(new Group(group)),
                Layout.SCORE,
                Order.ASCENDING,
                0,
                2 * ITEMS,
                0));
  }
}
