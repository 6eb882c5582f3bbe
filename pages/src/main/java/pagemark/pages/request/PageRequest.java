package pagemark.pages.request;

import java.util.Comparator;
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
///   empty if its items can only be read by key, and for keys
/// @param room what the items may take together
public record PageRequest(Scope scope, Start start, Optional<Access> access, Room room) {
  private static final int SPARES_MAX = 5;

  public static PageRequest of(Scope scope, Start start, Room room) {
    Optional<Access> access = scope.isOfKeys() ? Optional.empty() : chosen(scope);
    return new PageRequest(scope, start, access, room);
  }

  /// The cursor that the page begins or ends at; null if it is elsewhere.
  public @Nullable CursorPoint cursor() {
    return start instanceof Start.Cursor(var point, _) ? point : null;
  }

  /// How many positions beyond the page the index is asked for. Their items take the place of items
  /// that are gone. A page of `numbering=stable` has none, as it keeps its items; nor has one of
  /// keys.
  public int spares() {
    return isCountedUp() || scope.isOfKeys() ? 0 : Math.min(SPARES_MAX, scope.size());
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

  /// Chooses the access (an index of the table, or the table itself) that a page is queried from.
  /// The choice comes before the call of the index, as that returns how much the access would read.
  ///
  /// The access that reads the fewest cells for the selection; of several, the first. Empty if no
  /// Query returns all attributes that pages show of the whole selection, or if the items of an
  /// open filter's value are asked for, which lie scattered.
  static Optional<Access> chosen(Scope scope) {
    return scope.listing().accesses().stream()
        .filter(access -> canRead(access, scope))
        .min(Comparator.comparingInt(access -> cells(access, scope)));
  }

  private static boolean canRead(Access access, Scope scope) {
    return scope.value() == null
        && access.projectionCovers(scope.listing().attributes())
        && access.partitions().serve(scope.queriedGroup(), scope.selection());
  }

  private static int cells(Access access, Scope scope) {
    return access
        .partitions()
        .read(scope.listing().definition(), scope.selection())
        .choices()
        .stream()
        .mapToInt(choice -> choice.ordinals().size())
        .reduce(1, Math::multiplyExact);
  }
}
