package pagemark.api;

import java.util.SequencedMap;
import pagemark.key.Group;
import pagemark.listing.Listing;
import pagemark.listing.Order;

/// A request for a page, checked and complete.
///
/// @param size 1 to the listing's maximum
/// @param given the parameters that links repeat because the request had them, as they took effect
record PageRequest(
    Listing listing,
    Group group,
    Start start,
    int size,
    Order order,
    SequencedMap<String, String> given) {
  long from() {
    return start.from(size);
  }

  /// Whether there is no such page among `total` items. The first page always is, even empty.
  boolean isPastEnd(long total) {
    return from() > 0 && from() >= total;
  }
}
