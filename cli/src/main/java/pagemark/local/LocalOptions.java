package pagemark.local;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listings;

/// What a local stack is started with.
///
/// @param port of the HTTP front; 0 means any free one, as for the others
/// @param indexUrl an index that runs already; null for a Redis of the stack's own
/// @param sample how many comments to load into the empty table; 0 for none
/// @param dataDir where table and index are kept; null for in memory
public record LocalOptions(
    int port,
    int dynamodbPort,
    int redisPort,
    @Nullable String indexUrl,
    Listings listings,
    int sample,
    @Nullable Path dataDir) {

  /// With all data in memory.
  public LocalOptions(
      int port,
      int dynamodbPort,
      int redisPort,
      @Nullable String indexUrl,
      Listings listings,
      int sample) {
    this(port, dynamodbPort, redisPort, indexUrl, listings, sample, null);
  }

  /// On free ports, with a Redis of its own and no sample.
  public static LocalOptions of(Listings listings) {
    return new LocalOptions(0, 0, 0, null, listings, 0);
  }

  /// With table and index in `dataDir`, of which an index that runs elsewhere is no part.
  public LocalOptions in(Path dataDir) {
    return new LocalOptions(
        port, dynamodbPort, redisPort, indexUrl, listings, sample, dataDir.toAbsolutePath());
  }
}
