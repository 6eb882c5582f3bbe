package pagemark.local.data;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import pagemark.function.Wiring;
import pagemark.index.IndexException;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalIndex.OwnRedis;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.state.rebuild.NamedGenerations;
import pagemark.sync.EmptyTableBuild;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

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

  /// Opens the listed table, and `pagemark-state` anew. On a table that holds no item, each listing
  /// has a complete index then. On one that does, none has, whatever earlier starts have left: the
  /// stream may have lost records since.
  ///
  /// @param table opens the listed table
  /// @throws StackException if the index cannot be reached
  public static LocalState open(
      Listings listings,
      LocalDatabase database,
      LocalIndex index,
      Function<LocalDatabase, ListedTable> table) {
    LocalState state =
        new LocalState(
            listings,
            database,
            index,
            table.apply(database),
            new StateTable(database.dynamo(), STATE_TABLE),
            InstantSource.system());
    try {
      state.forget();
      database.create(StateTable.creation(STATE_TABLE));
      if (!state.listed().isReadOnly()) {
        state.buildIfEmpty();
      }
      return state;
    } catch (IndexException.Unavailable e) {
      throw index.refusal(e);
    }
  }

  /// Drops the indexes of earlier starts, and all notes about them.
  private void forget() {
    if (!database.has(STATE_TABLE)) {
      return;
    }
    NamedGenerations left = NamedGenerations.read(new StateTable(database.dynamo(), STATE_TABLE));
    Set<String> generations = new TreeSet<>(left.rebuilt());
    left.byListing().values().forEach(generations::addAll);
    for (String generation : generations) {
      index.store().writer().rowRuns().ifPresent(runs -> runs.drop(generation));
      index.store().markers().drop(generation);
    }
    database.delete(STATE_TABLE);
  }

  /// Its stream is not read yet, so that it is enough to mark the index of an empty table.
  private void buildIfEmpty() {
    EmptyTableBuild build =
        new EmptyTableBuild(
            database.dynamo(), items, index.store().markers(), index.store().writer());
    listings.all().forEach(listing -> build.ensure(listing, table()));
  }

  public StreamedTable table() {
    return listed.identity();
  }

  /// The services that the functions of the stack are made from.
  public Services services() {
    return new Services(listings, listed.source().dynamo(), items, index.store(), clock);
  }

  /// Makes the parts that read and write the index: rebuild, audit, repair and others.
  public Wiring wiring() {
    return new Wiring(services(), table().name(), table().stream());
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

  /// The listed table, opened.
  ///
  /// @param isFollowed false if the table has no stream to follow, so that pages show a snapshot
  /// @param isReadOnly whether it is an existing table that the stack must not write to
  public record ListedTable(
      TableSource source, StreamedTable identity, boolean isFollowed, boolean isReadOnly) {
    /// The table that the stack owns; it is created if it is missing.
    public static ListedTable created(LocalDatabase database, CreateTableRequest design) {
      TableDescription table = database.createStreamed(design);
      return new ListedTable(
          TableSource.of(database), StreamedTable.of(table.tableName(), table), true, false);
    }
  }
}
