package pagemark.api;

import java.util.List;
import java.util.stream.Stream;
import pagemark.index.PageSlice;
import pagemark.key.Position;
import pagemark.listing.Order;

/// Finds the points that the cursors of an indexed page continue from.
final class PageEnds {
  private PageEnds() {}

  /// @param shown the positions of the page's items
  static Page.Ends of(PageRequest request, PageSlice slice, List<Position> shown) {
    List<Position> seen = seen(slice, shown);
    if (seen.isEmpty()) {
      return empty(request, slice);
    }
    boolean ascending = request.order() == Order.ASCENDING;
    boolean atBegin = slice.from() == 0;
    boolean atEnd = slice.from() + seen.size() >= slice.total();
    return new Page.Ends(
        atBegin ? null : new CursorPoint(false, seen.getFirst(), !ascending),
        atEnd ? null : new CursorPoint(true, seen.getLast(), ascending));
  }

  /// The positions that the index returned, without the spare ones behind the last item shown.
  private static List<Position> seen(PageSlice slice, List<Position> shown) {
    List<Position> given =
        Stream.concat(slice.positions().stream(), slice.spares().stream()).toList();
    int last = shown.isEmpty() ? -1 : given.indexOf(shown.getLast());
    return given.subList(0, Math.max(last + 1, slice.positions().size()));
  }

  /// The ends of an empty page. At a cursor, there may be items on the other side.
  private static Page.Ends empty(PageRequest request, PageSlice slice) {
    if (request.start() instanceof Start.Cursor(var point, _) && slice.total() > 0) {
      return point.forward()
          ? new Page.Ends(point.turned(), null)
          : new Page.Ends(null, point.turned());
    }
    return new Page.Ends(null, null);
  }
}
