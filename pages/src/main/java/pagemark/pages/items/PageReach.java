package pagemark.pages.items;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.pages.scope.SortWindow;

/// The range of positions in which the index returned every entry that it has: from the first
/// position of a page to its last spare one. At an end of the selection the range is open.
///
/// @param comparator compares in the page's order
/// @param first the first position; null if the selection begins there
/// @param last the last position; null if the selection ends there
/// @param window null for the whole group
record PageReach(
    Comparator<Position> comparator,
    @Nullable Position first,
    @Nullable Position last,
    @Nullable SortWindow window) {

  /// @param slice has at least one position
  /// @param order the order of the slice
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

  /// Whether the index would have returned an entry at this position.
  boolean holds(Position position) {
    return fits(position, first, last);
  }

  /// Whether a position lies in the window and between two others.
  ///
  /// @param before null if there is none before
  /// @param behind null if there is none behind
  boolean fits(Position position, @Nullable Position before, @Nullable Position behind) {
    return (before == null || comparator.compare(before, position) < 0)
        && (behind == null || comparator.compare(position, behind) < 0)
        && (window == null || window.holds(position));
  }
}
