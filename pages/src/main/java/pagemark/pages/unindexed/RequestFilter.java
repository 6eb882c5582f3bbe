package pagemark.pages.unindexed;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.GroupKey;
import pagemark.listing.Access;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Picks the items that match a request from those that a Query returns. It drops items of other
/// groups and cells, outside the window, on the other side of the cursor, and items that cannot be
/// indexed.
///
/// If an index does not carry the group or a filter attribute, this filter trusts the names of its
/// partitions. The items are then read by key and checked.
final class RequestFilter {
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
