package pagemark.services;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.snapshot.SnapshotHooks;
import pagemark.state.CheckpointItems;
import pagemark.state.KeyHashes;
import pagemark.state.StateTable;
import pagemark.state.Suspects;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The services that everything else is made from. A deployed function fills the record from its
/// environment, a command from its options, and the local stack from the servers that it has
/// started. So what runs on a developer's machine is wired as what is deployed.
///
/// @param dynamo reads the tables of the listings
/// @param state the table `pagemark-state`; it may be on another server than the listed tables
/// @param index the store of the index
public record Services(
    Listings listings,
    DynamoDbClient dynamo,
    StateTable state,
    IndexStore index,
    InstantSource clock) {
  private static final Duration KEY_HASHES_MAX = Duration.ofSeconds(1);

  /// The services of a deployed function. It calls no server yet, and closes the connections to the
  /// index before a snapshot.
  ///
  /// @param environment required: `STATE_TABLE_NAME` and `INDEX_URL`. Optional:
  ///   `PAGEMARK_LISTINGS`; without it, the file `listings.json` in `LAMBDA_TASK_ROOT` has the
  ///   listings
  /// @param dynamo a client for the listed tables and for `pagemark-state`
  /// @throws IllegalArgumentException if a variable is missing; names it
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public static Services of(
      Map<String, String> environment, DynamoDbClient dynamo, IndexSettings settings) {
    Listings listings = listings(environment);
    StateTable state = new StateTable(dynamo, required(environment, "STATE_TABLE_NAME"));
    IndexStore index = IndexStores.open(required(environment, "INDEX_URL"), settings);
    SnapshotHooks.before(index::disconnect);
    return new Services(listings, dynamo, state, index, InstantSource.system());
  }

  /// The listings of a deployed function, as in [#of].
  public static Listings listings(Map<String, String> environment) {
    Path taskRoot = Path.of(environment.getOrDefault("LAMBDA_TASK_ROOT", ""));
    return Listings.load(environment, taskRoot.resolve("listings.json"));
  }

  /// @throws IllegalArgumentException if the variable `name` is missing or empty
  public static String required(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }

  /// The notes of rebuilds.
  public Rebuilds rebuilds() {
    return Rebuilds.of(state);
  }

  /// The notes of writers.
  public Writers writers() {
    return Writers.of(state);
  }

  /// The entries that readers found in doubt.
  public Suspects suspects() {
    return Suspects.of(state);
  }

  /// The hashes that stand for items in logs.
  public KeyHashes keyHashes() {
    return new KeyHashes(state.within(KEY_HASHES_MAX));
  }

  /// The checkpoints of work that takes several invocations.
  public CheckpointItems checkpoints() {
    return new CheckpointItems(state, clock);
  }
}
