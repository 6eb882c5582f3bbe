package pagemark.pages.request;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.listing.Access;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;

/// A request to read one page.
///
/// @param access the index of the table, or the table itself, that can be queried for the page;
///   empty if its items can only be read by key
/// @param room what the items may take together
public record PageRequest(Scope scope, Start start, Optional<Access> access, Room room) {
  private static final int SPARES_MAX = 5;

  public static PageRequest of(Scope scope, Start start) {
    return of(scope, start, Room.ENDLESS);
  }

  public static PageRequest of(Scope scope, Start start, Room room) {
    return new PageRequest(scope, start, AccessChooser.chosen(scope), room);
  }

  /// The cursor that the page begins or ends at; null if it is elsewhere.
  public @Nullable CursorPoint cursor() {
    return start instanceof Start.Cursor(var point, _) ? point : null;
  }

  /// How many positions beyond the page the index is asked for. Their items take the place of items
  /// that are gone. A page of `numbering=stable` has none: it keeps its items.
  public int spares() {
    return isCountedUp() ? 0 : Math.min(SPARES_MAX, scope.size());
  }

  /// Whether the index counts the page from the smallest sort value, whatever the order of the
  /// scope. The page is then turned into that order.
  public boolean isCountedUp() {
    return scope.numbering() == Numbering.STABLE && cursor() == null;
  }

  /// Whether the index counts the page up, and the page shows it downward.
  public boolean isTurned() {
    return isCountedUp() && scope.order() == Order.DESCENDING;
  }
}
