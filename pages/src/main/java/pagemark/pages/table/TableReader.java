package pagemark.pages.table;

import java.util.List;
import pagemark.listing.Listing;
import pagemark.pages.table.FetchPlan.Ranges;

/// Reads the items of listed tables. DynamoDB is behind it in production; tests have others.
public interface TableReader {
  /// Reads items by `plan`, in one round trip, with the attributes that `listing` shows and those
  /// that an item's position depends on. [TableRead#left] says what was throttled or cut.
  TableRead read(Listing listing, FetchPlan plan);

  /// Reads each range from where its Query starts, up to its limit, all in parallel. Throttled
  /// calls are retried. If the access does not carry all attributes that a page shows, the items
  /// have those that it carries.
  ///
  /// @return the result of each Query, in their order
  List<TableRead> scan(Listing listing, Ranges ranges);
}
