package pagemark.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.index.PageSlice;
import pagemark.key.Position;
import pagemark.listing.Order;

/// Reads the first page of a group or window, or a page at a cursor, from the table alone. The
/// items are the same as with the index; the total is unknown.
///
/// Mostly this costs one round trip, of one Query for each partition. It costs more if a tie must
/// be completed, if items do not match, or if the next buckets must be read; see [MergedScan]. A
/// page that ends at a cursor is read backward.
final class UnindexedPages {
  /// No read begins later than this after the first.
  private static final Duration BEGINNING_MAX = Duration.ofSeconds(5);

  /// A span so large that the items are read by key. Without the index, nobody knows how many other
  /// items a Query of the listing's own index would read.
  private static final long UNKNOWN_SPAN = Integer.MAX_VALUE;

  private static final String FIRST_PAGE = "first-page";
  private static final String CURSOR = "cursor";

  private final TableReader table;
  private final PageItems items;
  private final InstantSource clock;

  UnindexedPages(TableReader table, PageItems items, InstantSource clock) {
    this.table = table;
    this.items = items;
    this.clock = clock;
  }

  /// The items, and the points that the cursors continue from.
  record Found(FetchedItems checked, Page.Ends ends) {}

  /// Empty if only the index can find the page: it is neither a first page nor at a cursor, no
  /// Query can read the selection in order, a tie is too large, or too many buckets are empty.
  Optional<Found> read(PageRequest request) {
    return isReadable(request)
        ? MergedScan.of(request).flatMap(mergedScan -> read(request, mergedScan))
        : Optional.empty();
  }

  private static boolean isReadable(PageRequest request) {
    boolean begins = !request.isCountedUp() || request.order() == Order.ASCENDING;
    return switch (request.start()) {
      case Start.Counted counted -> begins && counted.from(request.size()) == 0;
      case Start.Cursor _ -> true;
      case Start.Newest _, Start.At _, Start.Item _ -> false;
    };
  }

  private Optional<Found> read(PageRequest request, MergedScan mergedScan) {
    Instant latest = clock.instant().plus(BEGINNING_MAX);
    while (!mergedScan.isComplete()) {
      if (mergedScan.isExhausted()) {
        return Optional.empty();
      }
      if (clock.instant().isAfter(latest)) {
        throw new ProblemException(Failures.busy());
      }
      mergedScan.add(table.run(request.listing(), mergedScan.queries()));
    }
    return Optional.of(found(request, mergedScan));
  }

  private Found found(PageRequest request, MergedScan mergedScan) {
    CursorPoint from = request.start() instanceof Start.Cursor(var point, _) ? point : null;
    String plan = from == null ? FIRST_PAGE : CURSOR;
    List<Placed> first = mergedScan.first(mergedScan.wanted());
    FetchedItems read =
        mergedScan.isCovered()
            ? FetchedItems.of(first, plan, mergedScan.reads())
            : fetched(request, mergedScan, first).after(mergedScan.reads()).promisedByNone(plan);
    boolean backward = from != null && !from.forward();
    FetchedItems checked = backward ? read.reversed() : read;
    boolean more = mergedScan.hasMoreThan(request.size());
    return new Found(checked, ends(request, from, checked.positions(), more));
  }

  /// Reads the items by key, as for positions that an index returned.
  private FetchedItems fetched(PageRequest request, MergedScan mergedScan, List<Placed> placed) {
    List<Position> positions = placed.stream().map(Placed::position).toList();
    int from = request.start() instanceof Start.Cursor ? 1 : 0;
    int total = from + positions.size() + (mergedScan.hasMoreThan(positions.size()) ? 1 : 0);
    int size = Math.min(request.size(), positions.size());
    List<Position> page = positions.subList(0, size);
    List<Position> others = positions.subList(size, positions.size());
    PageSlice slice = new PageSlice(total, from, page, others, UNKNOWN_SPAN);
    return items.read(request, slice, mergedScan.order());
  }

  /// The points of the cursors. On the side that a cursor came from there are always items.
  private static Page.Ends ends(
      PageRequest request, @Nullable CursorPoint from, List<Position> shown, boolean more) {
    boolean ascending = request.order() == Order.ASCENDING;
    CursorPoint before =
        shown.isEmpty() ? null : new CursorPoint(false, shown.getFirst(), !ascending);
    CursorPoint after = shown.isEmpty() ? null : new CursorPoint(true, shown.getLast(), ascending);
    if (from == null) {
      return new Page.Ends(null, more ? after : null);
    }
    return from.forward()
        ? new Page.Ends(before == null ? from.turned() : before, more ? after : null)
        : new Page.Ends(more ? before : null, after == null ? from.turned() : after);
  }
}
