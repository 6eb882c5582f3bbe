package pagemark.pages.unindexed;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The range of sort values that may hold the items of a first page or of a page at a cursor.
///
/// @param low the smallest sort value; null for the begin of the group
/// @param high the largest sort value, included; null for the end of the group
record SortRange(@Nullable AttributeValue low, @Nullable AttributeValue high) {

  /// @param from the page's cursor; null if it has none
  /// @param order of reading
  static SortRange of(Scope scope, @Nullable CursorPoint from, Order order) {
    PositionCodec codec = scope.positions();
    SortWindow window = scope.window();
    AttributeValue low = window == null ? null : sortValue(codec, window.from());
    AttributeValue high = window == null ? null : sortValue(codec, window.to());
    if (from != null) {
      AttributeValue edge = codec.sortValue(from.position());
      return order == Order.ASCENDING ? new SortRange(edge, high) : new SortRange(low, edge);
    }
    return new SortRange(low, high);
  }

  private static @Nullable AttributeValue sortValue(PositionCodec codec, @Nullable Position edge) {
    return edge == null ? null : codec.sortValue(edge);
  }

  /// The sort value at which reading in `order` begins; null for the group's first.
  @Nullable AttributeValue begin(Order order) {
    return order == Order.ASCENDING ? low : high;
  }

  /// The sort value at which reading in `order` ends; null for the group's last.
  @Nullable AttributeValue end(Order order) {
    return begin(order.reversed());
  }
}
