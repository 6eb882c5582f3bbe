package pagemark.api;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Selection;

/// A request for a page, checked and complete.
///
/// @param selection what its filters match; the whole group without any
/// @param size 1 to the listing's maximum
/// @param window null for the whole group
/// @param given the parameters that links repeat because the request had them, as they took effect
record PageRequest(
    Listing listing,
    Group group,
    Selection selection,
    Start start,
    int size,
    Order order,
    Numbering numbering,
    @Nullable SortWindow window,
    SequencedMap<String, String> given)
    implements Asked {

  /// What the cursors of its page are bound to.
  CursorScope scope() {
    return new CursorScope(listing, group, selection, order, size, window, numbering);
  }

  /// Through which index its items are queried.
  Access access() {
    return Accesses.chosen(listing, group, selection);
  }

  /// Whether the page is found from the smallest sort value on, and then turned into its order.
  boolean isCountedUp() {
    return numbering == Numbering.STABLE && !(start instanceof Start.Cursor);
  }
}
