package pagemark.pages.items;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;

/// The points that a page's cursors continue from; null if there are no items on that side.
public record PageEnds(@Nullable CursorPoint before, @Nullable CursorPoint after) {
  /// The ends of a page that has no neighbours.
  public static final PageEnds NONE = new PageEnds(null, null);

  /// The ends of a page whose positions the index returned.
  ///
  /// @param shown the positions of the page's items
  static PageEnds of(PageRequest request, PageSlice slice, List<Position> shown) {
    List<Position> seen = seen(slice, shown);
    if (seen.isEmpty()) {
      return empty(request.cursor(), slice);
    }
    Scope scope = request.scope();
    boolean atBegin = slice.from() == 0;
    boolean atEnd = slice.from() + seen.size() >= slice.total();
    return new PageEnds(
        atBegin ? null : scope.before(seen.getFirst()), atEnd ? null : scope.after(seen.getLast()));
  }

  /// The positions that the index returned, without the spare ones behind the last item shown.
  private static List<Position> seen(PageSlice slice, List<Position> shown) {
    List<Position> given =
        Stream.concat(slice.positions().stream(), slice.spares().stream()).toList();
    int last = shown.isEmpty() ? -1 : given.indexOf(shown.getLast());
    return given.subList(0, Math.max(last + 1, slice.positions().size()));
  }

  /// The ends of an empty page. At a cursor, there may be items on the other side.
  private static PageEnds empty(@Nullable CursorPoint point, PageSlice slice) {
    if (point != null && slice.total() > 0) {
      return point.forward()
          ? new PageEnds(point.turned(), null)
          : new PageEnds(null, point.turned());
    }
    return NONE;
  }
}
