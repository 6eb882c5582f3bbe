package pagemark.api;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Selection;

/// A request for a page. It is checked, and all defaults are filled in.
///
/// @param selection what the filters match; the whole group if there are none
/// @param size 1 to the listing's maximum
/// @param window null for the whole group
/// @param given the parameters of the request that its links repeat, with the values that took
///   effect
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
    implements ApiRequest {

  /// The scope that the cursors of its page are bound to.
  CursorScope scope() {
    return new CursorScope(listing, group, selection, order, size, window, numbering);
  }

  /// The index, or the table, that its items are queried from.
  Access access() {
    return AccessChooser.chosen(listing, group, selection);
  }

  /// Whether the index counts the page from the smallest sort value, whatever the order of the
  /// request. [PageReader] then turns the page into that order.
  boolean isCountedUp() {
    return numbering == Numbering.STABLE && !(start instanceof Start.Cursor);
  }
}
