package example.firestore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.firestore.CollectionReference;
import com.google.cloud.firestore.DocumentSnapshot;
import com.google.events.cloud.firestore.v1.Document;
import com.google.events.cloud.firestore.v1.DocumentEventData;
import com.google.events.cloud.firestore.v1.Value;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.list.Change;
import pagemark.list.ListGeneration;
import pagemark.list.ListIndex;
import pagemark.list.ListQuery;
import pagemark.list.ListRebuild;
import pagemark.list.ListStore;

/// 50,000 documents, whose list is rebuilt while half of 5,000 changes are made. Their triggers
/// come shuffled in windows of 50, a third of them twice.
///
/// A second list gets the same rows and triggers without fences: each has the number of its arrival
/// for a version, so that the last to come wins.
final class FirestoreListIT {
  private static final long SEED = 20_261_127;
  private static final int DOCUMENTS = 50_000;
  private static final int CHANGES = 5_000;
  private static final int WINDOW = 50;

  /// How many are changed after each of the ten queries of the scan.
  private static final int WINDOWS = 5;

  private static final int PAGES = 400;
  private static final long ARRIVALS = Long.MAX_VALUE / 2;

  private final Random random = new Random(SEED);
  private final Random delivery = new Random(SEED);
  private int changes;
  private int delivered;
  private long arrivals = ARRIVALS;

  @Test
  void pagesAndTotalsAreThoseOfASortedModel() throws Exception {
    System.out.println("FirestoreListIT seed " + SEED);
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        ListStore store = ListStore.open(redis.uri().toString());
        Emulator emulator = Emulator.start()) {
      CollectionReference collection = emulator.firestore.collection("orders");
      OrderList list = new OrderList(collection);
      Orders orders = new Orders(collection, random);
      orders.load(DOCUMENTS);
      emulator.trigger("orders");
      // Half an hour ago, so that no change is a doubt, which would be settled by a read.
      ListGeneration fenced = new ListGeneration("fenced", Instant.now().minusSeconds(1_800));
      ListGeneration loose = new ListGeneration("loose", fenced.birth());
      ListRebuild rebuild = store.begin(OrderList.DEFINITION, fenced);
      ListRebuild other = store.begin(OrderList.DEFINITION, loose);
      ListIndex index = store.list(OrderList.DEFINITION, fenced);
      ListIndex unfenced = store.list(OrderList.DEFINITION, loose);

      list.scan(
          (item, version) -> {
            rebuild.row(item, version);
            other.row(item, arrivals++);
          },
          () -> {
            for (int i = 0; i < WINDOWS; i++) {
              changeAndDeliver(orders, emulator, list, index, unfenced);
            }
          });
      rebuild.finish();
      other.finish();
      while (changes < CHANGES) {
        changeAndDeliver(orders, emulator, list, index, unfenced);
      }
      while (delivered < CHANGES) {
        deliver(emulator, list, index, unfenced);
      }

      assertEquals(0, emulator.waiting());
      assertEquals(0, wrongPages(list, index, orders));
      int wrong = wrongPages(list, unfenced, orders);
      System.out.printf("Without fences %d of %d pages are wrong%n", wrong, PAGES);
      assertTrue(wrong > 0, "fences are not needed");

      List<String> newest = orders.sorted(Orders.ALL).reversed();
      List<String> reads = new ReadsTable(collection, list, index).rows(newest);
      reads.forEach(System.out::println);
      String readme = Files.readString(Path.of("README.md"));
      reads.forEach(row -> assertTrue(readme.contains(row), "README.md lacks " + row));
    }
  }

  /// Of an event of three days ago the index may have forgotten what came after.
  @Test
  void aChangeOlderThanTheMemoryIsReadFromFirestore() throws Exception {
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        ListStore store = ListStore.open(redis.uri().toString());
        Emulator emulator = Emulator.start()) {
      CollectionReference collection = emulator.firestore.collection("orders");
      collection.document("here").set(Map.of("placed", 7)).get();
      collection.document("unlisted").set(Map.of("status", "OPEN")).get();
      OrderList list = new OrderList(collection);
      ListGeneration only = new ListGeneration("only", Instant.EPOCH);
      store.begin(OrderList.DEFINITION, only).finish();
      ListIndex index = store.list(OrderList.DEFINITION, only);
      for (String id : List.of("here", "unlisted", "gone")) {
        Instant old = Instant.now().minus(Duration.ofDays(3));
        list.written(index, old, created(id, old).toByteArray());
      }
      assertEquals(List.of("here"), index.page(ListQuery.of(OrderList.GROUP), 1).keys());
    }
  }

  private static DocumentEventData created(String id, Instant time) {
    Document.Builder image =
        Document.newBuilder()
            .setName("projects/p/databases/(default)/documents/orders/" + id)
            .putFields("placed", Value.newBuilder().setIntegerValue(1).build())
            .setUpdateTime(Timestamp.newBuilder().setSeconds(time.getEpochSecond()));
    return DocumentEventData.newBuilder().setValue(image).build();
  }

  private void changeAndDeliver(
      Orders orders, Emulator emulator, OrderList list, ListIndex index, ListIndex unfenced) {
    try {
      for (int i = 0; i < WINDOW; i++, changes++) {
        orders.change(DOCUMENTS);
      }
      if (emulator.waiting() >= WINDOW) {
        deliver(emulator, list, index, unfenced);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void deliver(Emulator emulator, OrderList list, ListIndex index, ListIndex unfenced)
      throws Exception {
    List<Emulator.Event> window = new ArrayList<>();
    for (Emulator.Event event : emulator.take(WINDOW)) {
      window.add(event);
      if (delivery.nextInt(3) == 0) {
        window.add(event);
      }
    }
    delivered += WINDOW;
    Collections.shuffle(window, delivery);
    for (Emulator.Event event : window) {
      list.written(index, event.time(), event.data().toByteArray());
      unfenced.write(unfenced(event));
    }
  }

  private Change unfenced(Emulator.Event event) throws InvalidProtocolBufferException {
    Change change =
        Objects.requireNonNull(OrderItems.change(event.time(), event.data().toByteArray()));
    return new Change(change.before(), change.after(), arrivals++, change.time());
  }

  /// How many pages of random questions are not those of the model.
  private int wrongPages(OrderList list, ListIndex index, Orders orders) throws Exception {
    Map<String, List<String>> models = new HashMap<>();
    int wrong = 0;
    for (int i = 0; i < PAGES; i++) {
      String status = i % 2 == 0 ? Orders.ALL : Orders.STATUS.get(random.nextInt(3));
      List<String> model = models.computeIfAbsent(status, orders::sorted);
      ListQuery query = ListQuery.of(OrderList.GROUP).size(1 + random.nextInt(100));
      query = status.equals(Orders.ALL) ? query : query.where("status", status);
      boolean ascends = random.nextBoolean();
      model = ascends ? model : model.reversed();
      query = ascends ? query.ascending() : query;
      int number = 1 + random.nextInt(model.size() / query.size() + 1);
      int from = Math.min((number - 1) * query.size(), model.size());
      List<String> right = model.subList(from, Math.min(from + query.size(), model.size()));
      OrderList.Page page = list.page(index, query, number);
      List<String> ids = page.documents().stream().map(DocumentSnapshot::getId).toList();
      wrong += page.place().total() == model.size() && ids.equals(right) ? 0 : 1;
    }
    return wrong;
  }
}
