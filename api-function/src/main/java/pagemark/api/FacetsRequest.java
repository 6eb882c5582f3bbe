package pagemark.api;

import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Listing;
import pagemark.listing.Selection;

/// A request for how many items of a group each filter's values have.
///
/// @param selection what its filters match; the whole group without any
/// @param window null for the whole group
record FacetsRequest(Listing listing, Group group, Selection selection, @Nullable SortWindow window)
    implements Asked {}
