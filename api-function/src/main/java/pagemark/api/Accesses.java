package pagemark.api;

import java.util.Comparator;
import pagemark.key.Group;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Selection;

/// Chooses through which index a page is queried, before it is known where the page is.
final class Accesses {
  private Accesses() {}

  /// The access that can read a selection and meets the fewest cells beside it; the listing's own
  /// where several do, and where none can: then items are read by key.
  static Access chosen(Listing listing, Group group, Selection selection) {
    return listing.accesses().stream()
        .filter(access -> canRead(listing, access, group, selection))
        .min(Comparator.comparingInt(access -> cells(listing, access, selection)))
        .orElseGet(() -> listing.accesses().getFirst());
  }

  /// Whether Queries of `access` bring all of a selection that pages show, in order.
  static boolean canRead(Listing listing, Access access, Group group, Selection selection) {
    return listing.projectionCovers(access)
        && listing.isInOrder(access)
        && access.partitions().serve(group, selection);
  }

  private static int cells(Listing listing, Access access, Selection selection) {
    return access.partitions().read(listing.definition(), selection).choices().stream()
        .mapToInt(choice -> choice.ordinals().size())
        .reduce(1, Math::multiplyExact);
  }
}
