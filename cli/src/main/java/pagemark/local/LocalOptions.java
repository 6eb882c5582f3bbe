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
/// @param tried where an existing table is read, which nothing is written to; null for a table of
///   the stack's own
public record LocalOptions(
    int port,
    int dynamodbPort,
    int redisPort,
    @Nullable String indexUrl,
    Listings listings,
    int sample,
    @Nullable Path dataDir,
    @Nullable TableEndpoint tried) {

  public LocalOptions {
    if (tried != null && (sample > 0 || dataDir != null || indexUrl != null)) {
      throw new IllegalArgumentException(
          "a table that is only read takes no sample, and its index is not kept");
    }
  }

  /// With all data in memory.
  public LocalOptions(
      int port,
      int dynamodbPort,
      int redisPort,
      @Nullable String indexUrl,
      Listings listings,
      int sample) {
    this(port, dynamodbPort, redisPort, indexUrl, listings, sample, null, null);
  }

  /// On free ports, with a Redis of its own and no sample.
  public static LocalOptions of(Listings listings) {
    return new LocalOptions(0, 0, 0, null, listings, 0);
  }

  /// With table and index in `dataDir`, of which an index that runs elsewhere is no part.
  public LocalOptions in(Path dataDir) {
    return new LocalOptions(
        port, dynamodbPort, redisPort, indexUrl, listings, sample, dataDir.toAbsolutePath(), tried);
  }

  /// With the existing table at `endpoint`, which is only read, in place of one of its own.
  public LocalOptions reading(TableEndpoint endpoint) {
    return new LocalOptions(
        port, dynamodbPort, redisPort, indexUrl, listings, sample, dataDir, endpoint);
  }
}
