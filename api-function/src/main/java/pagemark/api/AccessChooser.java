package pagemark.api;

import java.util.Comparator;
import pagemark.key.Group;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Selection;

/// Chooses the access (an index of the table, or the table itself) that a page is queried from. The
/// choice comes before the call of the index, as that returns how much the access would read.
final class AccessChooser {
  private AccessChooser() {}

  /// Chooses the access that can read the selection and that reads the fewest cells for it; of
  /// several, the first. If none can read it, returns the listing's own; the items are then read by
  /// key.
  static Access chosen(Listing listing, Group group, Selection selection) {
    return listing.accesses().stream()
        .filter(access -> canRead(listing, access, group, selection))
        .min(Comparator.comparingInt(access -> cells(listing, access, selection)))
        .orElseGet(() -> listing.accesses().getFirst());
  }

  /// Whether Queries of `access` return all attributes that pages show of the whole selection, in
  /// order.
  static boolean canRead(Listing listing, Access access, Group group, Selection selection) {
    return access.projectionCovers(listing.attributes())
        && access.isInOrder()
        && access.partitions().serve(group, selection);
  }

  private static int cells(Listing listing, Access access, Selection selection) {
    return access.partitions().read(listing.definition(), selection).choices().stream()
        .mapToInt(choice -> choice.ordinals().size())
        .reduce(1, Math::multiplyExact);
  }
}
