package pagemark.pages.request;

import java.util.Comparator;
import java.util.Optional;
import pagemark.listing.Access;
import pagemark.pages.scope.Scope;

/// Chooses the access (an index of the table, or the table itself) that a page is queried from. The
/// choice comes before the call of the index, as that returns how much the access would read.
final class AccessChooser {
  private AccessChooser() {}

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
