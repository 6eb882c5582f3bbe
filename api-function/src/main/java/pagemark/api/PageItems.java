package pagemark.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import pagemark.api.FetchPlan.BatchGet;
import pagemark.index.PageSlice;
import pagemark.listing.Listing;
import pagemark.listing.Order;

/// Reads the items that an index promises for a page, and checks them, in two round trips at most
/// as long as DynamoDB is not too busy; calls that are sent at once are one:
///
/// 1. The plan made from the positions. An item counts only if its image belongs to the group and
///    selection, and stands exactly where the index has it.
/// 2. Only if a promised item did not come so, for whatever reason, a consistent read by key of the
///    missing ones and the spares. What is there now is shown (a GSI lags behind its table, a Query
///    was cut); what is not is a suspect, and the first spare that is there is shown instead, at
///    the end.
///
/// What a busy table leaves even then is asked for again, within the bounds of [Pauses].
///
/// An item that has moved in its group by the consistent read is a suspect. It is shown only if it
/// still stands between its neighbours on the page and in the window; else it counts as gone.
///
/// An item that the first read brings, and that the index would have told of if it had it, is a
/// suspect too: the index may lack it.
///
/// So every item shown belongs to the selection in the image read, the page is in its order and
/// window by those images, and no item is shown twice.
final class PageItems {
  private final TableReader table;
  private final Pauses pauses;
  private final ItemSizes sizes = new ItemSizes();

  PageItems(TableReader table, Pauses pauses) {
    this.table = table;
    this.pauses = pauses;
  }

  /// @param slice whose span counts the cells that the request's access reads
  /// @throws ProblemException with 503 where the table is too busy to give all items, or what it
  ///   said of that
  Checked read(PageRequest request, PageSlice slice) {
    return read(request, slice, request.order());
  }

  /// @param order of the slice
  Checked read(PageRequest request, PageSlice slice, Order order) {
    if (slice.positions().isEmpty()) {
      return Checked.NONE;
    }
    Listing listing = request.listing();
    Instant began = pauses.now();
    PageFinds finds = new PageFinds(request, slice, order);
    FetchPlan plan = FetchPlan.of(request, request.access(), slice, sizes);
    List<TableRead> reads = new ArrayList<>();
    reads.add(table.read(listing, plan));
    sizes.learn(listing, plan, reads.getFirst());
    finds.addFirst(reads.getFirst());
    if (!finds.isDecided()) {
      reads.addAll(complete(request, finds, reads.getFirst(), began));
    }
    return Checked.of(finds.shown(), plan.plan(), reads).doubting(finds.missing(), finds.doubts());
  }

  private List<TableRead> complete(
      PageRequest request, PageFinds finds, TableRead first, Instant began) {
    Listing listing = request.listing();
    BatchGet rest = FetchPlan.byKey(request, finds.unknown(), itemBytes(listing, first), true);
    return new KeyReads(table, pauses)
        .read(
            listing,
            rest,
            began,
            read -> {
              sizes.learn(listing, rest, read);
              finds.addConsistent(read);
              return finds.isDecided();
            });
  }

  /// What the items that did not come are expected to take: as much as they can where nothing is
  /// known, or what is known was wrong.
  private long itemBytes(Listing listing, TableRead first) {
    boolean isUnknown = !sizes.isKnown(listing) && first.left().refusal().isEmpty();
    return isUnknown || first.left().cut() ? ItemSizes.MAX : sizes.ofTable(listing);
  }
}
