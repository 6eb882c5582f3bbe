package pagemark.pages.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.listing.Attributes;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.items.FetchedItems;
import pagemark.pages.items.PageEnds;
import pagemark.pages.request.PageRequest;
import pagemark.pages.result.Page;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items that a page shows of those fetched, with the attributes that the listing shows: as
/// many as the room of the request takes.
///
/// A page at a cursor is cut at the far end, and its cursor there goes on behind the last item
/// shown. A page that begins elsewhere is shown whole or not at all. Then two cursors take its
/// place, at its begin and at its end.
record FittedItems(List<Map<String, AttributeValue>> items, Page.Ends ends, Page.Fit fit) {
  static FittedItems of(PageRequest request, FetchedItems fetched, CursorCipher cursors) {
    return new Fitting(request, fetched, cursors).fitted();
  }

  private record Fitting(PageRequest request, FetchedItems fetched, CursorCipher cursors) {
    FittedItems fitted() {
      List<Map<String, AttributeValue>> items = shown();
      boolean isBackward = request.start() instanceof Start.Cursor(var at, _) && !at.forward();
      int count = request.room().fitting(isBackward ? items.reversed() : items);
      if (count == items.size()) {
        return new FittedItems(items, sealed(fetched.ends()), Page.Fit.WHOLE);
      }
      if (count == 0 || !(request.start() instanceof Start.Cursor)) {
        return new FittedItems(List.of(), sealed(fetched.ends()), apart(count, isBackward));
      }
      int from = isBackward ? items.size() - count : 0;
      Page.Ends ends = sealed(cut(from, from + count, isBackward));
      return new FittedItems(items.subList(from, from + count), ends, new Page.Fit.Cut());
    }

    private PageEnds cut(int from, int to, boolean isBackward) {
      List<Position> positions = fetched.positions();
      return isBackward
          ? new PageEnds(before(positions.get(from)), fetched.ends().after())
          : new PageEnds(fetched.ends().before(), after(positions.get(to - 1)));
    }

    /// The cursors in place of the page. At a cursor, they lead around the item next to it.
    private Page.Fit apart(int count, boolean isBackward) {
      List<Position> positions = fetched.positions();
      if (!(request.start() instanceof Start.Cursor)) {
        CursorPoint begin = before(positions.getFirst()).turned();
        CursorPoint end = after(positions.getLast()).turned();
        return new Page.Fit.Apart(count, sealed(begin), sealed(end));
      }
      Position large = isBackward ? positions.getLast() : positions.getFirst();
      return new Page.Fit.Apart(0, sealed(after(large)), sealed(before(large)));
    }

    private CursorPoint before(Position position) {
      return new CursorPoint(false, position, request.scope().order() == Order.DESCENDING);
    }

    private CursorPoint after(Position position) {
      return new CursorPoint(true, position, request.scope().order() == Order.ASCENDING);
    }

    private Page.Ends sealed(PageEnds ends) {
      return new Page.Ends(
          ends.before() == null, ends.after() == null, sealed(ends.before()), sealed(ends.after()));
    }

    private Optional<Start.Cursor> sealed(@Nullable CursorPoint point) {
      return point == null
          ? Optional.empty()
          : cursors.seal(request.scope(), point).map(text -> new Start.Cursor(point, text));
    }

    private List<Map<String, AttributeValue>> shown() {
      return switch (request.scope().listing().attributes()) {
        case Attributes.All() -> fetched.items();
        case Attributes.Only(var names) ->
            fetched.items().stream().map(item -> only(names, item)).toList();
      };
    }

    private static Map<String, AttributeValue> only(
        List<String> names, Map<String, AttributeValue> item) {
      Map<String, AttributeValue> shown = new LinkedHashMap<>();
      for (String name : names) {
        AttributeValue value = item.get(name);
        if (value != null) {
          shown.put(name, value);
        }
      }
      return shown;
    }
  }
}
