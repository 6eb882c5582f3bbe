package pagemark.pages.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.items.PageItems.FetchedItems;
import pagemark.pages.items.PageItems.FetchedItems.PageEnds;
import pagemark.pages.request.PageRequest;
import pagemark.pages.result.Page;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items that a page shows of those fetched, with the attributes that the listing shows: as
/// many as the room of the request takes.
///
/// A page at a cursor is cut at the far end, and its cursor there goes on behind the last item
/// shown. A page that begins elsewhere is shown whole or not at all. Then two cursors take its
/// place, at its begin and at its end.
///
/// @param cutBefore how many items were cut away before those shown
record FittedItems(
    List<Map<String, AttributeValue>> items, Page.Ends ends, Page.Fit fit, int cutBefore) {
  static FittedItems of(PageRequest request, FetchedItems fetched, CursorCipher cursors) {
    return new Fitting(request.scope(), request.cursor(), request.room(), fetched, cursors)
        .fitted();
  }

  private record Fitting(
      Scope scope,
      @Nullable CursorPoint at,
      Room room,
      FetchedItems fetched,
      CursorCipher cursors) {
    FittedItems fitted() {
      List<Map<String, AttributeValue>> items = shown();
      boolean isBackward = at != null && !at.forward();
      int count = room.fitting(isBackward ? items.reversed() : items);
      if (count == items.size()) {
        return new FittedItems(items, sealed(fetched.ends()), Page.Fit.WHOLE, 0);
      }
      if (count == 0 || at == null) {
        return new FittedItems(List.of(), sealed(fetched.ends()), apart(count, isBackward), 0);
      }
      int from = isBackward ? items.size() - count : 0;
      Page.Ends ends = sealed(cut(from, from + count, isBackward));
      return new FittedItems(items.subList(from, from + count), ends, new Page.Fit.Cut(), from);
    }

    private PageEnds cut(int from, int to, boolean isBackward) {
      List<Position> positions = fetched.positions();
      return isBackward
          ? new PageEnds(scope.before(positions.get(from)), fetched.ends().after())
          : new PageEnds(fetched.ends().before(), scope.after(positions.get(to - 1)));
    }

    /// The cursors in place of the page. At a cursor, they lead around the item next to it.
    private Page.Fit apart(int count, boolean isBackward) {
      List<Position> positions = fetched.positions();
      if (at == null) {
        CursorPoint begin = scope.before(positions.getFirst()).turned();
        CursorPoint end = scope.after(positions.getLast()).turned();
        return new Page.Fit.Apart(count, sealed(begin), sealed(end));
      }
      Position large = isBackward ? positions.getLast() : positions.getFirst();
      return new Page.Fit.Apart(0, sealed(scope.after(large)), sealed(scope.before(large)));
    }

    private Page.Ends sealed(PageEnds ends) {
      return new Page.Ends(
          ends.before() == null, ends.after() == null, sealed(ends.before()), sealed(ends.after()));
    }

    private Optional<Start.Cursor> sealed(@Nullable CursorPoint point) {
      return point == null
          ? Optional.empty()
          : cursors.seal(scope, point).map(text -> new Start.Cursor(point, text));
    }

    private List<Map<String, AttributeValue>> shown() {
      return fetched.items().stream().map(scope.shown().attributes(scope.listing())::of).toList();
    }
  }
}
