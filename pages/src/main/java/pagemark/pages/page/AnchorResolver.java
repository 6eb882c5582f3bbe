package pagemark.pages.page;

import java.util.List;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableRead;

/// Turns the start of a page into an anchor, which the index understands. For `item` it reads the
/// item from the table, consistently, to learn its position; that costs one round trip, and more if
/// the key is throttled. All other starts cost nothing.
record AnchorResolver(ItemReads items, Pauses pauses) {
  /// @param reads the reads of the table that it took, one for each round trip
  record Resolved(Anchor anchor, List<TableRead> reads) {}

  /// @throws UnknownItem if the item is not in the group, selection or window, or has expired
  Resolved of(PageRequest request) {
    return switch (request.start()) {
      case Start.Counted counted ->
          new Resolved(new Anchor.Rank(counted.from(request.scope().size())), List.of());
      case Start.Cursor(var point, _) when point.forward() ->
          new Resolved(new Anchor.Following(point.boundary()), List.of());
      case Start.Cursor(var point, _) ->
          new Resolved(new Anchor.Preceding(point.boundary()), List.of());
      case Start.Newest() -> new Resolved(new Anchor.Last(), List.of());
      case Start.At(var boundary, _) -> new Resolved(around(request, boundary), List.of());
      case Start.Item item -> of(request, item);
    };
  }

  private Resolved of(PageRequest request, Start.Item item) {
    Scope scope = request.scope();
    List<TableRead> reads = items.read(scope.listing(), "item", List.of(item));
    Position position =
        reads.getLast().items().stream()
            .filter(found -> !scope.isExpired(found, pauses.now()))
            .flatMap(found -> scope.entry(found).stream())
            .map(Entry::position)
            .filter(scope::isWithin)
            .findFirst()
            .orElseThrow(UnknownItem::new);
    boolean ascending = scope.order() == Order.ASCENDING;
    return new Resolved(around(request, ascending ? position : position.next()), reads);
  }

  /// The anchor of the page that holds an item.
  ///
  /// @param boundary the boundary before the wanted item, in the order of the request
  private static Anchor around(PageRequest request, Position boundary) {
    return new Anchor.Around(boundary, !request.isTurned());
  }
}
