package pagemark.api;

import pagemark.key.Group;
import pagemark.listing.Listing;

/// What a request asks for, checked and complete.
sealed interface Asked permits PageRequest, FacetsRequest {
  Listing listing();

  Group group();
}
