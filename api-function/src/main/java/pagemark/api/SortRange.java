package pagemark.api;

import org.jspecify.annotations.Nullable;
import pagemark.key.PositionCodec;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The sort values between which the items of a first page, or of one at a cursor, stand.
///
/// @param low the smallest, null where the group begins
/// @param high the largest, which is in it; null where the group ends
record SortRange(@Nullable AttributeValue low, @Nullable AttributeValue high) {

  /// @param order of reading
  static SortRange of(PageRequest request, Order order) {
    PositionCodec codec = request.listing().definition().positions();
    SortWindow window = request.window();
    AttributeValue low = window == null ? null : codec.sortValue(window.from());
    AttributeValue high = window == null ? null : codec.sortValue(window.to());
    if (request.start() instanceof Start.Cursor(var from, _)) {
      AttributeValue edge = codec.sortValue(from.position());
      return order == Order.ASCENDING ? new SortRange(edge, high) : new SortRange(low, edge);
    }
    return new SortRange(low, high);
  }

  /// Where reading begins.
  @Nullable AttributeValue begin(Order order) {
    return order == Order.ASCENDING ? low : high;
  }

  /// Where it ends.
  @Nullable AttributeValue end(Order order) {
    return begin(order.reversed());
  }
}
