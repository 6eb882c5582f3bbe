package pagemark.local.data;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import pagemark.listing.json.Listings;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;

/// The data of a local stack: `pagemark-state`, the index, and the listed table, which may be
/// elsewhere.
public record LocalState(
    Listings listings,
    LocalDatabase database,
    LocalIndex index,
    ListedTable listed,
    StateTable items,
    InstantSource clock) {
  private static final String STATE_TABLE = StateTable.DEFAULT_NAME;

  /// Opens the listed table, and creates `pagemark-state` if it is missing.
  ///
  /// @param table opens the listed table
  public static LocalState open(
      Listings listings,
      LocalDatabase database,
      LocalIndex index,
      Function<LocalDatabase, ListedTable> table) {
    ListedTable listed = table.apply(database);
    database.create(StateTable.creation(STATE_TABLE));
    return new LocalState(
        listings,
        database,
        index,
        listed,
        new StateTable(database.dynamo(), STATE_TABLE),
        InstantSource.system());
  }

  public StreamedTable table() {
    return listed.identity();
  }

  /// The services that the functions of the stack are made from.
  public Services services() {
    return new Services(listings, listed.source().dynamo(), items, index.store(), clock);
  }

  /// Waits until the first of the servers on this machine has ended for good.
  ///
  /// @return its name
  public String awaitFirstEnd() throws InterruptedException {
    CompletableFuture<String> end = end("DynamoDB Local", database.server().process());
    Optional<OwnRedis> redis = index.redis();
    if (redis.isPresent()) {
      end = end.applyToEither(redis.get().end(), Function.identity());
    }
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CompletableFuture<String> end(String name, ProcessHandle process) {
    return process.onExit().thenApply(_ -> name);
  }
}
