package pagemark.pages.unindexed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.items.FetchedItems;
import pagemark.pages.items.PageEnds;
import pagemark.pages.items.PageItems;
import pagemark.pages.items.PositionedItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.TableReader;

/// Reads the first page of a group or window, or a page at a cursor, from the table alone. The
/// items are the same as with the index; the total is unknown.
///
/// Mostly this costs one round trip, of one Query for each partition. It costs more if a tie must
/// be completed, if items do not match, or if the next buckets must be read; see [MergedScan]. A
/// page that ends at a cursor is read backward.
public final class UnindexedPages {
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

  public UnindexedPages(TableReader table, PageItems items, InstantSource clock) {
    this.table = table;
    this.items = items;
    this.clock = clock;
  }

  /// Empty if only the index can find the page: it is neither a first page nor at a cursor, no
  /// Query can read the selection in order, a tie is too large, or too many buckets are empty.
  public Optional<FetchedItems> read(PageRequest request) {
    return isReadable(request)
        ? MergedScan.of(request).flatMap(mergedScan -> read(request, mergedScan))
        : Optional.empty();
  }

  private static boolean isReadable(PageRequest request) {
    return switch (request.start()) {
      case Start.Counted counted ->
          !request.isTurned() && counted.from(request.scope().size()) == 0;
      case Start.Cursor _ -> true;
      case Start.Newest _, Start.At _, Start.Item _ -> false;
    };
  }

  private Optional<FetchedItems> read(PageRequest request, MergedScan mergedScan) {
    Scope scope = request.scope();
    Instant latest = clock.instant().plus(BEGINNING_MAX);
    while (!mergedScan.isComplete()) {
      if (mergedScan.isExhausted()) {
        return Optional.empty();
      }
      if (clock.instant().isAfter(latest)) {
        throw new TableUnavailable(null);
      }
      mergedScan.add(table.scan(scope.listing(), mergedScan.queries()));
    }
    return Optional.of(found(request, mergedScan));
  }

  private FetchedItems found(PageRequest request, MergedScan mergedScan) {
    CursorPoint from = request.cursor();
    String plan = from == null ? FIRST_PAGE : CURSOR;
    boolean backward = from != null && !from.forward();
    Scope scope = request.scope();
    boolean more = mergedScan.hasMoreThan(scope.size());
    List<PositionedItem> first = mergedScan.first(mergedScan.wanted());
    boolean isKnown =
        mergedScan.isCovered()
            && first.stream().noneMatch(each -> scope.isExpired(each.item(), clock.instant()));
    FetchedItems read =
        isKnown
            ? FetchedItems.of(first, PageEnds.NONE, plan, mergedScan.reads())
            : fetched(request, mergedScan, first).after(mergedScan.reads());
    FetchedItems ordered = backward ? read.reversed() : read;
    return ordered.promisedByNone(plan, ends(scope, from, ordered.positions(), more));
  }

  /// Reads the items by key, as for positions that an index returned.
  private FetchedItems fetched(
      PageRequest request, MergedScan mergedScan, List<PositionedItem> placed) {
    List<Position> positions = placed.stream().map(PositionedItem::position).toList();
    int from = request.cursor() == null ? 0 : 1;
    int total = from + positions.size() + (mergedScan.hasMoreThan(positions.size()) ? 1 : 0);
    int size = Math.min(request.scope().size(), positions.size());
    List<Position> page = positions.subList(0, size);
    List<Position> others = positions.subList(size, positions.size());
    PageSlice slice = new PageSlice(total, from, page, others, UNKNOWN_SPAN);
    return items.read(request, slice, mergedScan.order());
  }

  /// The points of the cursors. On the side that a cursor came from there are always items.
  private static PageEnds ends(
      Scope scope, @Nullable CursorPoint from, List<Position> shown, boolean more) {
    CursorPoint before = shown.isEmpty() ? null : scope.before(shown.getFirst());
    CursorPoint after = shown.isEmpty() ? null : scope.after(shown.getLast());
    if (from == null) {
      return new PageEnds(null, more ? after : null);
    }
    return from.forward()
        ? new PageEnds(before == null ? from.turned() : before, more ? after : null)
        : new PageEnds(more ? before : null, after == null ? from.turned() : after);
  }
}
