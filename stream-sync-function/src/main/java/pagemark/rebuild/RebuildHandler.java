package pagemark.rebuild;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import pagemark.function.FunctionParts;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.sync.StreamedTable;

/// The Lambda function that rebuilds a listing's index: `{"listing": "comments"}` is answered
///
/// ```json
/// { "listing": "comments", "status": "CONTINUE", "token": "lambda-6f1c...", "items": 1200000 }
/// ```
///
/// as long as there is more to do than fits into one invocation. The caller then calls again with
/// `listing` and `token`, such as a state machine that loops until the status is `DONE`. The token
/// names the owner of the rebuild; another caller is refused meanwhile.
public final class RebuildHandler
    implements RequestHandler<Map<String, String>, Map<String, Object>> {
  /// More than a page takes at each segment.
  private static final int MARGIN_MILLIS = 45_000;

  private static final int SEGMENTS = 4;

  private final Listings listings;
  private final String table;
  private final BiFunction<IndexDefinition, ExecutorService, RebuildSetup> setups;
  private final Function<String, StreamedTable> tables;

  /// Wired from the environment; see [FunctionParts].
  ///
  /// @throws IllegalArgumentException where a variable is missing
  /// @throws pagemark.listing.InvalidListingsException naming every mistake of the listings
  public RebuildHandler() {
    this(FunctionParts.of(System.getenv()));
  }

  private RebuildHandler(FunctionParts parts) {
    this(
        parts.listings(),
        parts.table(),
        (definition, threads) -> RebuildSetup.of(parts, definition, threads),
        name -> StreamedTable.describe(parts.dynamo(), name));
  }

  /// @param table the name of the table whose listings can be rebuilt
  /// @param setups what a rebuild works with, given the definition and its threads
  public RebuildHandler(
      Listings listings,
      String table,
      BiFunction<IndexDefinition, ExecutorService, RebuildSetup> setups,
      Function<String, StreamedTable> tables) {
    this.listings = listings;
    this.table = table;
    this.setups = setups;
    this.tables = tables;
  }

  /// @throws IllegalArgumentException where no such listing is of the table
  /// @throws pagemark.state.RebuildHeldException where another rebuilds it
  /// @throws RebuildException where it stopped; the same call goes on
  @Override
  public Map<String, Object> handleRequest(Map<String, String> request, Context context) {
    Listing listing = listing(request.getOrDefault("listing", ""));
    String token = request.getOrDefault("token", "lambda-" + UUID.randomUUID());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Rebuild rebuild =
          new Rebuild(
              setups.apply(listing.definition(), threads), listing, tables.apply(table), token);
      RebuildRun.Result result =
          new RebuildRun(rebuild, threads, RebuildListener.NONE)
              .run(SEGMENTS, () -> context.getRemainingTimeInMillis() > MARGIN_MILLIS);
      return Map.of(
          "listing",
          listing.name(),
          "status",
          result.done() ? "DONE" : "CONTINUE",
          "token",
          token,
          "items",
          result.counts().items());
    }
  }

  private Listing listing(String name) {
    return listings.of(table).stream()
        .filter(listing -> listing.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"listing\" is \"%s\"; it must be one of %s"
                        .formatted(name, new TreeSet<>(listings.byName().keySet()))));
  }
}
