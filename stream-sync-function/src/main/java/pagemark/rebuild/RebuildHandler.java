package pagemark.rebuild;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import pagemark.function.FunctionParts;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.sync.StreamedTable;

/// The Lambda function that rebuilds a listing's index, in one of two ways.
///
/// By itself: `{"listing": "comments"}` is answered
///
/// ```json
/// { "listing": "comments", "status": "CONTINUE", "token": "lambda-6f1c...", "items": 1200000 }
/// ```
///
/// as long as there is more to do than fits into one invocation. The caller then calls again with
/// `listing` and `token`, until the `status` is `DONE`. The token names the owner of the rebuild;
/// another caller is refused meanwhile.
///
/// What an earlier owner has left is gone on with, unless that is not safe any more; with `"anew":
/// true` it never is. What the same token has begun is always gone on with, so that a call whose
/// answer was lost can be repeated as it was.
///
/// Step by step, so that many invocations read the table at once; each answer repeats the request:
///
/// 1. `{"step": "begin", "listing": "comments", "token": "run-1", "segments": 8}` is answered with
///    the `generation`, the list of `segments` from 0, and `DONE`, or `CONTINUE` while writers are
///    still waited for; `gaveUp` says why what an earlier owner has left was not gone on with;
/// 2. `{"step": "segment", "listing": ..., "token": ..., "generation": ..., "segment": 5}`, for
///    each of them, at once: `CONTINUE` until all of the segment is read, then `DONE`; `LOST` where
///    the store has lost a part, which is for the next step to mend;
/// 3. `{"step": "finish", "listing": ..., "token": ..., "generation": ...}`: `DONE`, or `CONTINUE`
///    where all steps are to be done again, as a part was lost.
public final class RebuildHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// More than a page takes at each segment.
  private static final int MARGIN_MILLIS = 45_000;

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

  /// @throws IllegalArgumentException where no such listing is of the table, or a field is wrong
  /// @throws pagemark.state.RebuildHeldException where another rebuilds it
  /// @throws pagemark.state.RebuildLostException where another has taken over
  /// @throws UnsafeIndexException if the index would lose entries in silence; the same call fails
  ///   until the server is set up otherwise
  /// @throws RebuildException where it stopped; the same call goes on
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    RebuildRequest request = RebuildRequest.of(event);
    Listing listing = listing(request.listing());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      RebuildSetup setup = setups.apply(listing.definition(), threads);
      Rebuild rebuild = new Rebuild(setup, listing, tables.apply(table), request.token());
      return new RebuildSteps(
              rebuild, threads, () -> context.getRemainingTimeInMillis() > MARGIN_MILLIS)
          .answer(request);
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
