package pagemark.pages.unindexed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.key.GroupKey;
import pagemark.listing.Access;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.items.PageItems;
import pagemark.pages.items.PageItems.FetchedItems;
import pagemark.pages.items.PageItems.FetchedItems.PageEnds;
import pagemark.pages.items.PageItems.FetchedItems.PositionedItem;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the first page of a group or window, or a page at a cursor, from the table alone. The
/// items are the same as with the index; the total is unknown.
///
/// Mostly this costs one round trip, of one Query for each partition. It costs more if a tie must
/// be completed, if items do not match, or if the next buckets must be read; see [MergedScan]. A
/// page that ends at a cursor is read backward.
public record UnindexedPages(TableReader table, PageItems items, InstantSource clock) {
  /// No read begins later than this after the first.
  private static final Duration BEGINNING_MAX = Duration.ofSeconds(5);

  /// A span so large that the items are read by key. Without the index, nobody knows how many other
  /// items a Query of the listing's own index would read.
  private static final long UNKNOWN_SPAN = Integer.MAX_VALUE;

  private static final String FIRST_PAGE = "first-page";
  private static final String CURSOR = "cursor";

  /// Empty if only the index can find the page: it is of keys, it is neither a first page nor at a
  /// cursor, no Query can read the selection in order, a tie is too large, or too many buckets are
  /// empty.
  public Optional<FetchedItems> read(PageRequest request) {
    return !request.scope().isOfKeys() && isReadable(request)
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

  /// Picks the items that match a request from those that a Query returns. It drops items of other
  /// groups and cells, outside the window, on the other side of the cursor, and items that cannot
  /// be indexed.
  ///
  /// If an index does not carry the group or a filter attribute, this filter trusts the names of
  /// its partitions. The items are then read by key and checked.
  static final class RequestFilter {
    private final Scope scope;
    private final Access access;
    private final @Nullable CursorPoint from;
    private final Order order;
    private final Set<Cell> cells;

    /// @param from the page's cursor; null if it has none
    /// @param order the order of reading
    RequestFilter(Scope scope, @Nullable CursorPoint from, Access access, Order order) {
      this.scope = scope;
      this.access = access;
      this.from = from;
      this.order = order;
      this.cells = cells(scope, access);
    }

    /// The cells that match; empty if every cell does.
    private static Set<Cell> cells(Scope scope, Access access) {
      boolean tellsCells =
          scope.listing().definition().filters().stream()
              .allMatch(filter -> access.carries(filter.path().attribute()));
      return tellsCells && !scope.selection().isWhole()
          ? Set.copyOf(scope.selection().cells())
          : Set.of();
    }

    /// The position of an item; empty if it does not match.
    Optional<Position> position(Map<String, AttributeValue> item) {
      IndexDefinition definition = scope.listing().definition();
      if (definition.indexable(withGroup(item)) instanceof Indexed(var groups, var entry)
          && groups.contains(scope.group())
          && (cells.isEmpty() || cells.contains(entry.cell()))
          && isWithin(entry.position())) {
        return Optional.of(entry.position());
      }
      return Optional.empty();
    }

    private Map<String, AttributeValue> withGroup(Map<String, AttributeValue> item) {
      GroupKey key = scope.listing().definition().group();
      if (key.attributes().stream().allMatch(access::carries)) {
        return item;
      }
      Map<String, AttributeValue> whole = new HashMap<>(item);
      key.attribute()
          .ifPresent(group -> whole.put(group.name(), key.value(scope.queriedGroup().text())));
      return whole;
    }

    /// Whether a position lies in the window and on this side of the cursor.
    private boolean isWithin(Position position) {
      boolean ascending = order == Order.ASCENDING;
      return scope.isWithin(position)
          && (from == null || position.compareTo(from.boundary()) >= 0 == ascending);
    }
  }
}
