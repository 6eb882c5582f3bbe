package pagemark.api;

import pagemark.listing.Listing;

/// Reads items of a listed table.
interface TableReader {
  /// Reads as `plan` says: the attributes that `listing` shows, and those that place an item.
  ///
  /// @throws ProblemException with 503 where the table is too busy to give all items
  TableRead read(Listing listing, FetchPlan plan);
}
