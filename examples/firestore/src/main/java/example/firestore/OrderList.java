package example.firestore;

import com.google.cloud.firestore.CollectionReference;
import com.google.cloud.firestore.DocumentReference;
import com.google.cloud.firestore.DocumentSnapshot;
import com.google.cloud.firestore.FieldPath;
import com.google.cloud.firestore.Query;
import com.google.cloud.firestore.QueryDocumentSnapshot;
import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import pagemark.list.Change;
import pagemark.list.ListDefinition;
import pagemark.list.ListIndex;
import pagemark.list.ListItem;
import pagemark.list.ListPage;
import pagemark.list.ListQuery;
import pagemark.list.Outcome;
import pagemark.list.SortKey;

/// A collection of orders as one list: by the time at which they were placed, filtered by status.
///
/// A document is an item if it has a number `placed`, in milliseconds since 1970. Its version is
/// its update time in microseconds, which rises with each write of the document; so a row of a scan
/// is refused if a later change has come before it, as a late change is.
public final class OrderList {
  public static final ListDefinition DEFINITION =
      ListDefinition.of("orders", SortKey.Kind.NUMBER).filteredBy("status", "OPEN", "PAID", "SENT");

  /// The one group: each collection could be one, or each customer.
  public static final String GROUP = "orders";

  private static final int ROWS = 5_000;

  private final CollectionReference orders;

  public OrderList(CollectionReference orders) {
    this.orders = orders;
  }

  /// A page of documents.
  ///
  /// @param documents those of the page's keys that still exist
  public record Page(ListPage place, List<DocumentSnapshot> documents) {}

  /// Reads each document once: a keyset scan by id. Changes may go on beside it.
  ///
  /// @param rows takes each item with its version, such as `ListRebuild::row`
  /// @param between runs after each 5,000 documents
  public void scan(BiConsumer<ListItem, Long> rows, Runnable between)
      throws ExecutionException, InterruptedException {
    Query byId = orders.orderBy(FieldPath.documentId()).limit(ROWS);
    Query next = byId;
    while (true) {
      List<QueryDocumentSnapshot> documents = next.get().get().getDocuments();
      for (DocumentSnapshot document : documents) {
        ListItem item = OrderItems.of(document);
        if (item != null) {
          rows.accept(item, OrderItems.version(document));
        }
      }
      if (documents.size() < ROWS) {
        return;
      }
      between.run();
      next = byId.startAfter(documents.getLast());
    }
  }

  /// Handles an event `google.cloud.firestore.document.v1.written`, which may come twice, late, and
  /// in any order. If it throws, the function must fail, so that the event is sent again.
  ///
  /// @param time the event's attribute `time`
  /// @param data the event's data, as protobuf
  public Outcome written(ListIndex list, Instant time, byte[] data)
      throws ExecutionException, InterruptedException, InvalidProtocolBufferException {
    Change change = OrderItems.change(time, data);
    if (change == null) {
      return Outcome.KNOWN;
    }
    Outcome outcome = list.write(change);
    return outcome == Outcome.DOUBTFUL ? settle(list, change) : outcome;
  }

  /// Asks Firestore what has become of the document of a doubtful change.
  private Outcome settle(ListIndex list, Change doubtful)
      throws ExecutionException, InterruptedException {
    DocumentSnapshot document = orders.document(key(doubtful)).get().get();
    long version = document.exists() ? OrderItems.version(document) : doubtful.version();
    return list.settle(doubtful, OrderItems.of(document), version);
  }

  private static String key(Change change) {
    ListItem item = change.after() != null ? change.after() : change.before();
    return Objects.requireNonNull(item).key();
  }

  /// Page `number`, from 1: one call of the index, and one of Firestore, which reads the page's
  /// documents and no other.
  public Page page(ListIndex list, ListQuery query, long number)
      throws ExecutionException, InterruptedException {
    ListPage place = list.page(query, number);
    DocumentReference[] references =
        place.keys().stream().map(orders::document).toArray(DocumentReference[]::new);
    return new Page(
        place,
        orders.getFirestore().getAll(references).get().stream()
            .filter(DocumentSnapshot::exists)
            .toList());
  }
}
