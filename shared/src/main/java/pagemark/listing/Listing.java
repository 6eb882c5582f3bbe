package pagemark.listing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;

/// One way to list a table, as `listings.json` defines it.
///
/// @param name the first segment of its URLs
/// @param accesses what can be queried in the listing's order: first its own index or table, then
///   indexes whose partitions separate a group's items by filter values. Empty if items can only be
///   read by key
/// @param groupClaim the JWT claim that must equal the group, or its first part; null if everyone
///   may read every group
public record Listing(
    String name,
    IndexDefinition definition,
    List<Access> accesses,
    Order order,
    PageSize pageSize,
    Attributes attributes,
    @Nullable String groupClaim) {
  public Listing {
    accesses = List.copyOf(accesses);
  }
}
