package pagemark.pages.items;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Order;
import pagemark.index.PageSlice;
import pagemark.listing.Listing;
import pagemark.pages.items.FetchedItems.PageEnds;
import pagemark.pages.items.FetchedItems.PositionedItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.FetchPlan;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.ItemSizes;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.Pauses.KeyReads;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;

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
}
