package pagemark.api;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.PageSlice;
import pagemark.key.Position;
import pagemark.listing.Order;

/// The stretch of positions of which an index told everything when it gave a page: from the page's
/// first position to that of its last spare, and on to the end of the selection if nothing stands
/// beside them.
///
/// @param comparator of the page's order
/// @param first the first position; null if nothing stands before it
/// @param last the last position; null if nothing stands behind it
/// @param window null for the whole group
record PageReach(
    Comparator<Position> comparator,
    @Nullable Position first,
    @Nullable Position last,
    @Nullable SortWindow window) {

  /// @param slice of at least one position
  /// @param order of the slice
  static PageReach of(PageSlice slice, Order order, @Nullable SortWindow window) {
    List<Position> told =
        Stream.concat(slice.positions().stream(), slice.spares().stream()).toList();
    boolean begins = slice.from() == 0;
    boolean ends = slice.from() + told.size() >= slice.total();
    Comparator<Position> ascending = Comparator.naturalOrder();
    return new PageReach(
        order == Order.ASCENDING ? ascending : ascending.reversed(),
        begins ? null : told.getFirst(),
        ends ? null : told.getLast(),
        window);
  }

  /// Whether the index would have told of an entry here.
  boolean holds(Position position) {
    return fits(position, first, last);
  }

  /// Whether a position lies in the window, and between two others.
  ///
  /// @param before null for none
  /// @param behind null for none
  boolean fits(Position position, @Nullable Position before, @Nullable Position behind) {
    return (before == null || comparator.compare(before, position) < 0)
        && (behind == null || comparator.compare(position, behind) < 0)
        && (window == null || window.holds(position));
  }
}
