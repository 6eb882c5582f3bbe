package pagemark.api;

import pagemark.key.Group;
import pagemark.listing.Listing;

/// A request for a page or for facets. Its parameters are checked, and all defaults are filled in.
sealed interface ApiRequest permits PageRequest, FacetsRequest {
  Listing listing();

  Group group();
}
