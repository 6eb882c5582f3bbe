package pagemark.pages.items;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.listing.Listing;
import pagemark.pages.items.PageItems.FetchedItems.PageEnds;
import pagemark.pages.items.PageItems.FetchedItems.PositionedItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.FetchPlan;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.ItemSizes;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.Pauses.KeyReads;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the items at the positions that the index returned for a page, and checks them.
///
/// 1. It reads them by the cheapest [FetchPlan]: Queries or reads by key, sent in parallel. An item
///    counts only if it belongs to the group and selection, and stands exactly where the index has
///    it.
/// 2. If an item of the page is missing after that, it reads the missing ones and the spare ones by
///    key, consistently. Items that exist now are shown: a GSI may lag behind its table, or a Query
///    was cut. An item that does not exist is a suspect, and the first spare one that does is shown
///    in its place, at the end of the page.
/// 3. Throttled keys are retried up to three times, within the bounds of [Pauses].
///
/// This costs one round trip, two if an item is missing, and one for each retry.
///
/// Items that have expired are not shown either, and are no suspects.
///
/// Two further kinds of items are suspects. If an item has moved in its group by the consistent
/// read, it is shown only if it still stands between its neighbours on the page and in the window.
/// If the first read returns an item that the index should have returned too, the index may lack
/// it.
///
/// If only keys are asked for, it reads nothing, and shows what the positions tell.
///
/// Thus each other item shown belongs to the selection, the page is in order and in its window by
/// the items as they were read, and no item appears twice.
public final class PageItems {
  private final TableReader table;
  private final Pauses pauses;
  private final ItemSizes sizes = new ItemSizes();

  public PageItems(TableReader table, Pauses pauses) {
    this.table = table;
    this.pauses = pauses;
  }

  /// @param slice the answer of the index; its span counts the cells that the request's access
  ///   reads
  /// @throws pagemark.pages.error.PagesException.TableUnavailable if keys are still unread after
  ///   all retries
  public FetchedItems read(PageRequest request, PageSlice slice) {
    return read(request, slice, request.scope().order());
  }

  /// @param order the order of the slice
  public FetchedItems read(PageRequest request, PageSlice slice, Order order) {
    Scope scope = request.scope();
    if (slice.positions().isEmpty() || scope.isOfKeys()) {
      return unread(request, slice);
    }
    Listing listing = scope.listing();
    Instant began = pauses.now();
    PageVerification verification = new PageVerification(scope, slice, order, began);
    FetchPlan plan = FetchPlan.of(scope, request.access(), slice, sizes);
    List<TableRead> reads = new ArrayList<>();
    reads.add(table.read(listing, plan));
    sizes.learn(listing, plan, reads.getFirst());
    verification.addFirst(reads.getFirst());
    if (!verification.isDecided()) {
      reads.addAll(complete(scope, verification, reads.getFirst(), began));
    }
    List<PositionedItem> shown = verification.shown();
    return FetchedItems.of(
        shown,
        PageEnds.of(request, slice, shown.stream().map(PositionedItem::position).toList()),
        plan.plan(),
        reads,
        verification.missing(),
        verification.doubts());
  }

  /// The page of keys and sort values that the index gives by itself.
  private static FetchedItems unread(PageRequest request, PageSlice slice) {
    Scope scope = request.scope();
    List<PositionedItem> told =
        slice.positions().stream()
            .map(at -> new PositionedItem(at, scope.positions().attributes(scope.group(), at)))
            .toList();
    PageEnds ends = PageEnds.of(request, slice, slice.positions());
    return new FetchedItems(told, ends, "none", List.of(), 0, 0, List.of());
  }

  /// The consistent reads of all items that are still unknown, the spare ones included.
  private List<TableRead> complete(
      Scope scope, PageVerification verification, TableRead first, Instant began) {
    Listing listing = scope.listing();
    BatchGet rest = FetchPlan.byKey(scope, verification.unknown(), itemBytes(listing, first), true);
    return new KeyReads(table, pauses)
        .read(
            listing,
            rest,
            began,
            read -> {
              sizes.learn(listing, rest, read);
              verification.addConsistent(read);
              return verification.isDecided();
            });
  }

  /// The expected size of the missing items. It is DynamoDB's largest if no size is known, or if
  /// the known one was wrong.
  private long itemBytes(Listing listing, TableRead first) {
    boolean isUnknown = !sizes.isKnown(listing) && first.left().refusal().isEmpty();
    return isUnknown || first.left().cut() ? ItemSizes.MAX : sizes.ofTable(listing);
  }

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
      int read = reads.stream().mapToInt(TableRead::scanned).sum();
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
}
