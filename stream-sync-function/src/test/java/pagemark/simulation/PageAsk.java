package pagemark.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.GroupDump;
import pagemark.index.Window;
import pagemark.listing.Listing;
import pagemark.listing.Selection;

/// A request for a page, with a simple model of the positions that the page should have.
///
/// @param stable whether pages are counted from the smallest sort value
/// @param url the request's path and query, without the page's start
record PageAsk(
    Listing listing,
    String group,
    int size,
    Order order,
    boolean stable,
    Selection selection,
    Window window,
    Start start,
    String url) {

  /// The start of a page.
  sealed interface Start {
    /// The start in the form of the request's query.
    String parameter();

    /// @param from how many items are before the page
    record Rank(long from, String parameter) implements Start {}

    /// @param boundary the boundary before the page's first item, in the page's order
    record At(Position boundary, String parameter) implements Start {}

    record Item(String key, String parameter) implements Start {}

    /// The page with the largest sort values, if pages are counted from the smallest one.
    record Newest(String parameter) implements Start {}

    /// @param boundaries the boundaries at which the page may begin, or end if it goes backward
    record Cursor(Set<Position> boundaries, boolean forward, String parameter) implements Start {}
  }

  /// The positions that a page promises, and the spares that may replace them.
  record Promise(List<Position> page, List<Position> spares) {}

  PageAsk at(Start other) {
    return new PageAsk(listing, group, size, order, stable, selection, window, other, url);
  }

  String request() {
    return start.parameter().isEmpty() ? url : url + "&" + start.parameter();
  }

  /// Whether a position lies in the window.
  boolean isWithin(Position position) {
    Position from = window.from();
    Position to = window.to();
    return (from == null || position.compareTo(from) >= 0)
        && (to == null || position.compareTo(to) < 0);
  }

  Comparator<Position> byOrder() {
    return order == Order.ASCENDING ? Comparator.naturalOrder() : Comparator.reverseOrder();
  }

  /// The positions of the group in the request's window and order, of which the page is a part.
  List<Position> positions(GroupDump dump) {
    Stream<Position> selected =
        selection.isWhole()
            ? dump.all().stream()
            : dump.cells().entrySet().stream()
                .filter(cell -> selection.holds(cell.getKey()))
                .flatMap(cell -> cell.getValue().stream());
    return selected.filter(this::isWithin).sorted(byOrder()).toList();
  }

  /// The possible promises of the page.
  ///
  /// @param all the positions from [#positions]
  /// @param items the positions that the requested item may have
  List<Promise> promises(List<Position> all, List<Position> items) {
    List<Promise> promises = new ArrayList<>();
    switch (start) {
      case Start.Rank(var from, _) -> promises.add(counted(all, from));
      case Start.Newest _ -> promises.add(counted(all, firstOfPage(all, all.size() - 1)));
      case Start.At(var boundary, _) -> promises.add(around(all, boundary));
      case Start.Item _ -> items.forEach(item -> promises.add(around(all, boundary(item))));
      case Start.Cursor(var boundaries, var forward, _) ->
          boundaries.forEach(boundary -> promises.add(beside(all, boundary, forward)));
    }
    return promises;
  }

  /// The boundary before an item.
  private Position boundary(Position item) {
    return order == Order.ASCENDING ? item : item.next();
  }

  private int rank(List<Position> all, Position boundary) {
    return (int)
        all.stream()
            .filter(
                position ->
                    order == Order.ASCENDING
                        ? position.compareTo(boundary) < 0
                        : position.compareTo(boundary) >= 0)
            .count();
  }

  private Promise around(List<Position> all, Position boundary) {
    return stable && order == Order.DESCENDING
        ? counted(all, firstOfPage(all, all.size() - 1 - rank(all, boundary)))
        : counted(all, firstOfPage(all, rank(all, boundary)));
  }

  private int firstOfPage(List<Position> all, int rank) {
    int nearest = Math.max(0, Math.min(rank, all.size() - 1));
    return nearest - nearest % size;
  }

  private Promise counted(List<Position> all, long from) {
    boolean turned = stable && order == Order.DESCENDING;
    List<Position> counted = turned ? all.reversed() : all;
    List<Position> page = part(counted, from, size);
    List<Position> spares = stable ? List.of() : part(counted, from + size, size);
    return new Promise(turned ? page.reversed() : page, spares);
  }

  private Promise beside(List<Position> all, Position boundary, boolean forward) {
    int rank = rank(all, boundary);
    return forward
        ? new Promise(part(all, rank, size), part(all, rank + (long) size, size))
        : new Promise(all.subList(Math.max(0, rank - size), rank), List.of());
  }

  private static List<Position> part(List<Position> all, long from, int count) {
    int start = (int) Math.min(from, all.size());
    return all.subList(start, Math.min(start + count, all.size()));
  }
}
