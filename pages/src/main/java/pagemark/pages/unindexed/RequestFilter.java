package pagemark.pages.unindexed;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.listing.Access;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Picks the items that match a request from those that a Query returns. It drops items of other
/// groups and cells, outside the window, on the other side of the cursor, and items that cannot be
/// indexed.
///
/// If an index does not carry the group or a filter attribute, this filter trusts the names of its
/// partitions. The items are then read by key and checked.
final class RequestFilter {
  private final PageRequest request;
  private final Access access;
  private final @Nullable CursorPoint from;
  private final Order order;
  private final Set<Cell> cells;

  /// @param order the order of reading
  RequestFilter(PageRequest request, Access access, Order order) {
    this.request = request;
    this.access = access;
    this.from = request.start() instanceof Start.Cursor(var point, _) ? point : null;
    this.order = order;
    this.cells = cells(request, access);
  }

  /// The cells that match; empty if every cell does.
  private static Set<Cell> cells(PageRequest request, Access access) {
    Listing listing = request.scope().listing();
    boolean tellsCells =
        listing.definition().filters().stream()
            .allMatch(filter -> access.carries(filter.attribute()));
    return tellsCells && !request.scope().selection().isWhole()
        ? Set.copyOf(request.scope().selection().cells())
        : Set.of();
  }

  /// The position of an item; empty if it does not match.
  Optional<Position> position(Map<String, AttributeValue> item) {
    IndexDefinition definition = request.scope().listing().definition();
    if (definition.indexable(withGroup(item)) instanceof Indexed(var group, var entry)
        && group.equals(request.scope().group())
        && (cells.isEmpty() || cells.contains(entry.cell()))
        && isWithin(entry.position())) {
      return Optional.of(entry.position());
    }
    return Optional.empty();
  }

  private Map<String, AttributeValue> withGroup(Map<String, AttributeValue> item) {
    String attribute = request.scope().listing().definition().group().name();
    if (access.carries(attribute)) {
      return item;
    }
    Map<String, AttributeValue> whole = new HashMap<>(item);
    whole.put(
        attribute, request.scope().listing().definition().group().value(request.scope().group()));
    return whole;
  }

  /// Whether a position lies in the window and on this side of the cursor.
  private boolean isWithin(Position position) {
    SortWindow window = request.scope().window();
    if (window != null && !window.holds(position)) {
      return false;
    }
    return from == null || position.compareTo(from.boundary()) >= 0 == (order == Order.ASCENDING);
  }
}
