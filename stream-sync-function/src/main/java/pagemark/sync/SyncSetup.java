package pagemark.sync;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStores;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.StateTable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// What a [StreamSyncHandler] follows and what it works with.
///
/// @param table the name of the followed table
/// @param stream the ARN of its stream
/// @param index where changes go
public record SyncSetup(
    String table,
    String stream,
    Listings listings,
    CachedGenerations generations,
    PageIndexWriter index,
    Quarantine quarantine,
    InstantSource clock) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /// @throws IllegalArgumentException where no listing names `table`
  public SyncSetup {
    if (listings.of(table).isEmpty()) {
      throw new IllegalArgumentException(
          "no listing names the table %s; the listings name %s".formatted(table, tables(listings)));
    }
  }

  private static TreeSet<String> tables(Listings listings) {
    TreeSet<String> tables = new TreeSet<>();
    listings.byName().values().forEach(listing -> tables.add(listing.definition().table()));
    return tables;
  }

  /// The setup that a function's environment tells: TABLE_NAME, STREAM_ARN, STATE_TABLE_NAME,
  /// INDEX_URL, the listings beside the jar or in PAGEMARK_LISTINGS, and the AWS SDK's variables.
  ///
  /// @throws IllegalArgumentException where one is missing, or no listing names the table
  /// @throws pagemark.listing.InvalidListingsException naming every mistake of the listings
  static SyncSetup of(Map<String, String> environment) {
    Listings listings =
        Listings.load(
            environment,
            Path.of(environment.getOrDefault("LAMBDA_TASK_ROOT", ""), "listings.json"));
    InstantSource clock = InstantSource.system();
    StateTable state = new StateTable(dynamo(), required(environment, "STATE_TABLE_NAME"));
    return new SyncSetup(
        required(environment, "TABLE_NAME"),
        required(environment, "STREAM_ARN"),
        listings,
        new CachedGenerations(state, clock),
        IndexStores.open(required(environment, "INDEX_URL"), IndexSettings.DEFAULT).writer(),
        state,
        clock);
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }

  private static DynamoDbClient dynamo() {
    return DynamoDbClient.builder()
        .httpClient(UrlConnectionHttpClient.create())
        .overrideConfiguration(o -> o.apiCallTimeout(CALL_TIMEOUT))
        .build();
  }

  /// The generations that the followed stream goes into, each of which has its own definition.
  /// Another stream's numbers are no proof for a generation's fences.
  List<Generation> followers() {
    return listings.of(table).stream()
        .map(Listing::name)
        .flatMap(listing -> generations.live(listing).stream())
        .filter(generation -> generation.stream().equals(stream))
        .toList();
  }
}
