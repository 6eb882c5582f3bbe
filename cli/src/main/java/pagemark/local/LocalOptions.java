package pagemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableEndpoint;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.sample.Sample;

/// The options of a local stack.
///
/// @param port the port of the HTTP front; as for the other ports, 0 means any free one
/// @param indexUrl an index that runs already, or `dynamodb:` for the stack's DynamoDB Local; null
///   for a Redis of the stack's own
/// @param sample how many comments to load into the empty table; 0 for none
/// @param dataDir the folder that keeps the table; null to keep it in memory
/// @param tried the endpoint of an existing table, which is only read; null for a table of the
///   stack's own
/// @param hostName a name by which a proxy or a tunnel passes requests on; null for none
public record LocalOptions(
    int port,
    int dynamodbPort,
    int redisPort,
    @Nullable String indexUrl,
    Listings listings,
    int sample,
    @Nullable Path dataDir,
    @Nullable TableEndpoint tried,
    @Nullable String hostName) {

  public LocalOptions {
    if (tried != null && (sample > 0 || dataDir != null || indexUrl != null)) {
      throw new IllegalArgumentException(
          "a table that is only read takes no sample, and is not kept");
    }
  }

  /// Options with all data in memory.
  public LocalOptions(
      int port,
      int dynamodbPort,
      int redisPort,
      @Nullable String indexUrl,
      Listings listings,
      int sample) {
    this(port, dynamodbPort, redisPort, indexUrl, listings, sample, null, null, null);
  }

  /// Options with free ports, a Redis of the stack's own, and no sample.
  public static LocalOptions of(Listings listings) {
    return new LocalOptions(0, 0, 0, null, listings, 0);
  }

  /// These options, with the table kept in `dataDir`.
  public LocalOptions in(Path dataDir) {
    return new LocalOptions(
        port,
        dynamodbPort,
        redisPort,
        indexUrl,
        listings,
        sample,
        dataDir.toAbsolutePath(),
        tried,
        hostName);
  }

  /// These options, with the existing table at `endpoint`, which is only read.
  public LocalOptions reading(TableEndpoint endpoint) {
    return new LocalOptions(
        port, dynamodbPort, redisPort, indexUrl, listings, sample, dataDir, endpoint, hostName);
  }

  /// These options, with a name by which others than this machine may ask.
  public LocalOptions named(@Nullable String name) {
    return new LocalOptions(
        port, dynamodbPort, redisPort, indexUrl, listings, sample, dataDir, tried, name);
  }

  /// The path of a page that has items, or of a whole table. Empty if no group is known whose items
  /// everybody may see.
  ///
  /// @param known a group of a listing, by the values that name it; empty if none is known
  Optional<String> example(Function<Listing, Optional<List<String>>> known) {
    return listings.byName().values().stream()
        .filter(Listing::isDefault)
        .filter(listing -> listing.groupClaim() == null)
        .flatMap(listing -> example(listing, known).stream())
        .findFirst();
  }

  private Optional<String> example(
      Listing listing, Function<Listing, Optional<List<String>>> known) {
    if (sample > 0 && listing.path().equals(Sample.LISTING)) {
      return Optional.of("/%s/%s?page=3".formatted(listing.path(), Sample.GROUP));
    }
    if (listing.definition().group().parts().isEmpty()) {
      return Optional.of("/%s?page=1".formatted(listing.path()));
    }
    return known.apply(listing).map(group -> path(listing, group));
  }

  private static String path(Listing listing, List<String> group) {
    return group.stream()
        .map(part -> "group=" + URLEncoder.encode(part, UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("&", "/%s?".formatted(listing.path()), ""));
  }
}
