package pagemark.function;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeSet;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.snapshot.SnapshotHooks;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The services that every function of this module works with, made from its environment:
/// TABLE_NAME, STATE_TABLE_NAME, INDEX_URL, the listings in PAGEMARK_LISTINGS or in the file beside
/// the jar, and the AWS SDK's variables.
///
/// @param table the name of the followed table; at least one listing is for it
/// @param stateTable the name of the table `pagemark-state`
public record FunctionParts(
    String table,
    Listings listings,
    DynamoDbClient dynamo,
    String stateTable,
    IndexStore index,
    InstantSource clock) {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /// @throws IllegalArgumentException if no listing names `table`
  public FunctionParts {
    requireListing(listings, table);
  }

  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public static FunctionParts of(Map<String, String> environment) {
    Listings listings =
        Listings.load(
            environment,
            Path.of(environment.getOrDefault("LAMBDA_TASK_ROOT", ""), "listings.json"));
    String table = required(environment, "TABLE_NAME");
    requireListing(listings, table);
    String stateTable = required(environment, "STATE_TABLE_NAME");
    IndexStore index = IndexStores.open(required(environment, "INDEX_URL"), IndexSettings.DEFAULT);
    SnapshotHooks.before(index::disconnect);
    return new FunctionParts(table, listings, client(), stateTable, index, InstantSource.system());
  }

  /// @throws IllegalArgumentException if the variable `name` is missing or empty
  public static String required(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }

  /// @throws IllegalArgumentException if no listing names `table`
  public static void requireListing(Listings listings, String table) {
    if (listings.of(table).isEmpty()) {
      throw new IllegalArgumentException(
          "no listing is for the table %s; tables with listings: %s"
              .formatted(table, tables(listings)));
    }
  }

  private static TreeSet<String> tables(Listings listings) {
    TreeSet<String> tables = new TreeSet<>();
    listings.byName().values().forEach(listing -> tables.add(listing.definition().table()));
    return tables;
  }

  private static DynamoDbClient client() {
    return DynamoDbClient.builder()
        .httpClient(UrlConnectionHttpClient.create())
        .overrideConfiguration(o -> o.apiCallTimeout(CALL_TIMEOUT))
        .build();
  }
}
