package pagemark.local;

import org.jspecify.annotations.Nullable;
import pagemark.listing.Listings;

/// What a local stack is started with.
///
/// @param port of the HTTP front; 0 means any free one, as for the others
/// @param indexUrl an index that runs already; null for a Redis of the stack's own
/// @param sample how many comments to load into the empty table; 0 for none
public record LocalOptions(
    int port,
    int dynamodbPort,
    int redisPort,
    @Nullable String indexUrl,
    Listings listings,
    int sample) {

  /// On free ports, with a Redis of its own and no sample.
  public static LocalOptions of(Listings listings) {
    return new LocalOptions(0, 0, 0, null, listings, 0);
  }
}
