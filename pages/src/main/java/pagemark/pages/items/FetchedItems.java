package pagemark.pages.items;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.TableRead;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The checked items of a page, with the reads that they took.
///
/// @param shown in the index's order; fewer than promised if the spare ones did not suffice
/// @param ends the points at which the pages before and after this one continue
/// @param plan the name of the first read's plan
/// @param reads the reads of the table, one for each round trip
/// @param discarded how many items were read and not shown
/// @param suspects how many promised items are not in the group, or no longer on this page
/// @param doubted the index entries that the items read contradict
public record FetchedItems(
    List<PositionedItem> shown,
    PageEnds ends,
    String plan,
    List<TableRead> reads,
    int discarded,
    int suspects,
    List<DoubtfulEntry> doubted) {
  /// An entry that is wrong in the index, to judge by the items that were read.
  ///
  /// @param seen the entry, in [pagemark.entry.Cell#WHOLE] if its cell is unknown
  /// @param reason what is wrong with it, without any value of the item
  public record DoubtfulEntry(Entry seen, String reason) {}

  public FetchedItems {
    shown = List.copyOf(shown);
    reads = List.copyOf(reads);
    doubted = List.copyOf(doubted);
  }

  /// Items that no index promised.
  public static FetchedItems of(
      List<PositionedItem> shown, PageEnds ends, String plan, List<TableRead> reads) {
    return of(shown, ends, plan, reads, 0, List.of());
  }

  static FetchedItems of(
      List<PositionedItem> shown,
      PageEnds ends,
      String plan,
      List<TableRead> reads,
      int suspects,
      List<DoubtfulEntry> doubted) {
    int read = reads.stream().mapToInt(r -> r.items().size()).sum();
    return new FetchedItems(shown, ends, plan, reads, read - shown.size(), suspects, doubted);
  }

  public List<Map<String, AttributeValue>> items() {
    return shown.stream().<Map<String, AttributeValue>>map(PositionedItem::item).toList();
  }

  /// How many requests were sent to DynamoDB.
  public int calls() {
    return reads.stream().mapToInt(TableRead::calls).sum();
  }

  public double readUnits() {
    return reads.stream().mapToDouble(TableRead::readUnits).sum();
  }

  /// How many round trips to DynamoDB; requests sent in parallel are one.
  public int roundTrips() {
    return reads.size();
  }

  public List<Position> positions() {
    return shown.stream().map(PositionedItem::position).toList();
  }

  /// Adds earlier reads, which found the page.
  public FetchedItems after(List<TableRead> before) {
    List<TableRead> all = Stream.concat(before.stream(), reads.stream()).toList();
    return new FetchedItems(shown, ends, plan, all, discarded, suspects, doubted);
  }

  /// The same items with other ends, under another plan and without doubts, as no index promised
  /// them.
  public FetchedItems promisedByNone(String otherPlan, PageEnds otherEnds) {
    return new FetchedItems(shown, otherEnds, otherPlan, reads, discarded, 0, List.of());
  }

  public FetchedItems reversed() {
    return new FetchedItems(shown.reversed(), ends, plan, reads, discarded, suspects, doubted);
  }

  /// An item and its position in the group.
  public record PositionedItem(Position position, Map<String, AttributeValue> item) {}

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
          atBegin ? null : scope.before(seen.getFirst()),
          atEnd ? null : scope.after(seen.getLast()));
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
}
