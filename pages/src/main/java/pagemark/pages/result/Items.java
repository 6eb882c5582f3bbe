package pagemark.pages.result;

import java.util.List;
import java.util.Map;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Items that were asked for by their keys.
///
/// @param items in the order of the keys, with the attributes that the listing shows
/// @param missing the keys, as they were asked for, of which the listing or the group has no item
/// @param fitting how many of the items, from the first one on, have room together
public record Items(
    Listing listing,
    List<Map<String, AttributeValue>> items,
    List<List<String>> missing,
    int fitting,
    Cost cost) {
  public Items {
    items = List.copyOf(items);
    missing = List.copyOf(missing);
  }
}
