package pagemark.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import pagemark.api.FetchPlan.Ranges;
import pagemark.listing.Listing;

/// What an item of each listing takes to read, by the capacity that its last Query consumed.
final class ItemSizes {
  /// An eventually consistent read unit is two steps of 4 KB.
  private static final long BYTES_PER_UNIT = 8_192;

  /// Until something was read.
  private static final long FIRST_GUESS_BYTES = 1_024;

  private final Map<String, Long> bytesByListing = new ConcurrentHashMap<>();

  long of(Listing listing) {
    return bytesByListing.getOrDefault(listing.name(), FIRST_GUESS_BYTES);
  }

  void learn(Listing listing, FetchPlan plan, TableRead read) {
    if (plan instanceof Ranges && !read.items().isEmpty()) {
      long bytes = Math.round(read.readUnits() * BYTES_PER_UNIT / read.items().size());
      bytesByListing.put(listing.name(), bytes);
    }
  }
}
