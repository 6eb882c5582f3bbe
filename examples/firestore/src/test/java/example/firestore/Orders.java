package example.firestore;

import static java.util.Comparator.comparingLong;

import com.google.cloud.firestore.CollectionReference;
import com.google.cloud.firestore.WriteBatch;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// What the collection must hold: its model, and the one who writes it.
final class Orders {
  static final long DAY_MILLIS = 86_400_000;
  static final int DAYS = 100;
  static final List<String> STATUS = List.of("OPEN", "PAID", "SENT", "LOST");

  /// In the place of a status.
  static final String ALL = "";

  private static final int BATCH = 500;
  private static final int HOT = 300;

  private final Map<String, Order> now = new TreeMap<>();
  private final CollectionReference collection;
  private final Random random;
  private int writes;

  record Order(String id, long placed, String status) {}

  Orders(CollectionReference collection, Random random) {
    this.collection = collection;
    this.random = random;
  }

  void load(int count) throws Exception {
    for (int from = 0; from < count; from += BATCH) {
      WriteBatch batch = collection.getFirestore().batch();
      for (int i = from; i < from + BATCH; i++) {
        Order order = order("o%05d".formatted(i));
        batch.set(collection.document(order.id()), put(order));
      }
      batch.commit().get();
    }
  }

  /// Places several orders in the same ten minutes.
  private Order order(String id) {
    long placed = random.nextInt(DAYS * 144) * 600_000L;
    return new Order(id, placed, STATUS.get(random.nextInt(STATUS.size())));
  }

  private Map<String, Object> put(Order order) {
    now.put(order.id(), order);
    return Map.of(
        "placed",
        order.placed(),
        "status",
        order.status(),
        "day",
        order.placed() / DAY_MILLIS,
        "write",
        ++writes);
  }

  /// Writes, creates again or deletes an order: each second time one of 300, so that changes of one
  /// order lie close together.
  void change(int loaded) throws Exception {
    String id = "o%05d".formatted(random.nextInt(random.nextBoolean() ? HOT : loaded + HOT));
    if (now.containsKey(id) && random.nextInt(3) == 0) {
      now.remove(id);
      collection.document(id).delete().get();
    } else {
      collection.document(id).set(put(order(id))).get();
    }
  }

  /// The ids of all orders, or of those with a status, the oldest first.
  List<String> sorted(String status) {
    Comparator<Order> byTime = comparingLong(Order::placed);
    return now.values().stream()
        .filter(order -> status.equals(ALL) || order.status().equals(status))
        .sorted(byTime.thenComparing(Order::id))
        .map(Order::id)
        .toList();
  }
}
