package example.firestore;

import static com.google.cloud.firestore.Query.Direction.DESCENDING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.cloud.firestore.CollectionReference;
import com.google.cloud.firestore.DocumentSnapshot;
import com.google.cloud.firestore.Query;
import java.util.List;
import java.util.Objects;
import pagemark.list.ListIndex;
import pagemark.list.ListQuery;

/// The reads of one page, number 250 of 20 documents, by each pattern. Documents that Firestore
/// returns are counted; those that an offset skips, and index entries of `count()`, 1,000 for a
/// read, are added by the published rules of billing.
final class ReadsTable {
  private static final int SIZE = 20;
  private static final int NUMBER = 250;
  private static final int FROM = (NUMBER - 1) * SIZE;
  private static final int ENTRIES = 1_000;

  private final CollectionReference collection;
  private final Query newest;
  private final OrderList list;
  private final ListIndex index;

  ReadsTable(CollectionReference collection, OrderList list, ListIndex index) {
    this.collection = collection;
    this.newest = collection.orderBy("placed", DESCENDING);
    this.list = list;
    this.index = index;
  }

  /// @param ids of all documents, the newest first
  List<String> rows(List<String> ids) throws Exception {
    List<String> right = ids.subList(FROM, FROM + SIZE);
    DocumentSnapshot last = collection.document(ids.get(FROM - 1)).get().get();
    OrderList.Page page = list.page(index, ListQuery.of(OrderList.GROUP).size(SIZE), NUMBER);
    return List.of(
        row("`offset`", FROM + read(newest.offset(FROM).limit(SIZE), right), "any"),
        row(
            "keyset: `startAfter` the last one",
            read(newest.startAfter(last).limit(SIZE), right),
            "the next"),
        row("a time window: all of one day", window(right), "none"),
        row("buckets: `count()` of each newer day, then `offset` in one", buckets(right), "any"),
        row("`count()`, for a total", billed(count(collection)), "none"),
        row("the index", check(page.documents(), right), "any, and the total"));
  }

  private static String row(String pattern, long reads, String gives) {
    return "| %s | %,d | %s |".formatted(pattern, reads, gives);
  }

  private static int read(Query query, List<String> right) throws Exception {
    return check(query.get().get().getDocuments(), right);
  }

  private static int check(List<? extends DocumentSnapshot> documents, List<String> right) {
    assertEquals(right, documents.stream().map(DocumentSnapshot::getId).toList());
    return documents.size();
  }

  private int window(List<String> right) throws Exception {
    long from = day(right) * Orders.DAY_MILLIS;
    return newest
        .whereGreaterThanOrEqualTo("placed", from)
        .whereLessThan("placed", from + Orders.DAY_MILLIS)
        .get()
        .get()
        .size();
  }

  private long day(List<String> ids) throws Exception {
    return Objects.requireNonNull(collection.document(ids.getFirst()).get().get().getLong("day"));
  }

  /// Goes from day to day until it has passed as many documents as the pages before have. The page
  /// must lie in one day.
  private long buckets(List<String> right) throws Exception {
    long reads = 0;
    long left = FROM;
    for (long day = Orders.DAYS - 1; ; day--) {
      long count = count(collection.whereEqualTo("day", day));
      reads += billed(count);
      if (left < count) {
        Query bucket = newest.whereEqualTo("day", day).offset((int) left).limit(SIZE);
        return reads + left + read(bucket, right);
      }
      left -= count;
    }
  }

  private static long count(Query query) throws Exception {
    return query.count().get().get().getCount();
  }

  private static long billed(long entries) {
    return Math.max(1, (entries + ENTRIES - 1) / ENTRIES);
  }
}
