package pagemark.api;

import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Listing;
import pagemark.listing.Selection;

/// A request to count the items of a group by the values of each filter.
///
/// @param selection what the filters match; the whole group if there are none
/// @param window null for the whole group
record FacetsRequest(Listing listing, Group group, Selection selection, @Nullable SortWindow window)
    implements ApiRequest {}
