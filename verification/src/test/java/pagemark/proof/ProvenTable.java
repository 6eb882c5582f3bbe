package pagemark.proof;

import java.util.List;
import java.util.Map;
import pagemark.listing.json.Listings;

/// A table that proofs write and page through.
///
/// @param json its listings, as in `listings.json`
/// @param key its key attributes
/// @param orders what each listing must show
record ProvenTable(String json, List<String> key, List<TableOrder> orders) {
  Listings listings() {
    return Listings.parse(json, Map.of());
  }
}
