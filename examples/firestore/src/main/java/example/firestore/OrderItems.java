package example.firestore;

import com.google.cloud.Timestamp;
import com.google.cloud.firestore.DocumentSnapshot;
import com.google.events.cloud.firestore.v1.Document;
import com.google.events.cloud.firestore.v1.DocumentEventData;
import com.google.events.cloud.firestore.v1.Value;
import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.list.Change;
import pagemark.list.ListItem;
import pagemark.list.SortKey;

/// What the index holds of an order, from a document that was read and from a trigger's images.
final class OrderItems {
  private OrderItems() {}

  /// Null if there is no document, or if it is no item of the list.
  static @Nullable ListItem of(DocumentSnapshot document) {
    Object placed = document.exists() ? document.get("placed") : null;
    return placed instanceof Long millis
        ? item(document.getId(), millis, document.get("status"))
        : null;
  }

  private static @Nullable ListItem of(Document image) {
    Value placed = image.getFieldsOrDefault("placed", Value.getDefaultInstance());
    Value status = image.getFieldsOrDefault("status", Value.getDefaultInstance());
    String id = image.getName().substring(image.getName().lastIndexOf('/') + 1);
    return placed.hasIntegerValue()
        ? item(id, placed.getIntegerValue(), status.hasStringValue() ? status.getStringValue() : 0)
        : null;
  }

  private static ListItem item(String id, long placedMillis, @Nullable Object status) {
    return new ListItem(
        OrderList.GROUP,
        id,
        SortKey.number((double) placedMillis),
        status instanceof String text ? Map.of("status", text) : Map.of());
  }

  static long version(DocumentSnapshot document) {
    Timestamp time = Objects.requireNonNull(document.getUpdateTime());
    return micros(Instant.ofEpochSecond(time.getSeconds(), time.getNanos()));
  }

  private static Instant updated(Document image) {
    return Instant.ofEpochSecond(
        image.getUpdateTime().getSeconds(), image.getUpdateTime().getNanos());
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /// A trigger's change; null if the list has the document neither before nor after.
  ///
  /// A deletion has no update time. It has happened after the last update, and before whatever
  /// creates the document again, so the last update's time and a microsecond is its version. It is
  /// dated by the event.
  static @Nullable Change change(Instant time, byte[] data) throws InvalidProtocolBufferException {
    DocumentEventData event = DocumentEventData.parseFrom(data);
    ListItem before = of(event.getOldValue());
    ListItem after = of(event.getValue());
    if (before == null && after == null) {
      return null;
    }
    boolean exists = !event.getValue().getName().isEmpty();
    return exists
        ? new Change(before, after, micros(updated(event.getValue())), updated(event.getValue()))
        : new Change(before, null, micros(updated(event.getOldValue())) + 1, time);
  }
}
