package pagemark.sync;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import pagemark.function.FunctionParts;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.StateTable;
import pagemark.state.writer.WriterItems;
import pagemark.state.writer.Writers;
import pagemark.table.ConsistentItems;
import pagemark.table.TableItems;

/// The table and stream that a [StreamSyncHandler] follows, and the services that it works with.
///
/// @param table the name of the followed table
/// @param stream the ARN of its stream
/// @param index the store that changes are written to
/// @param writers keeps the notes of the generations that the handler writes to
/// @param items reads the followed table
/// @param freshness how long a record counts as proof; the index must keep its fences longer
public record SyncSetup(
    String table,
    String stream,
    Listings listings,
    CachedGenerations generations,
    PageIndexWriter index,
    Quarantine quarantine,
    Writers writers,
    TableItems items,
    Freshness freshness,
    InstantSource clock) {
  /// @throws IllegalArgumentException if no listing names `table`
  public SyncSetup {
    FunctionParts.requireListing(listings, table);
  }

  /// The setup of a function: its parts, and STREAM_ARN from the environment.
  ///
  /// @throws IllegalArgumentException if STREAM_ARN is missing
  static SyncSetup of(FunctionParts parts, Map<String, String> environment) {
    StateTable state = new StateTable(parts.dynamo(), parts.stateTable());
    return new SyncSetup(
        parts.table(),
        FunctionParts.required(environment, "STREAM_ARN"),
        parts.listings(),
        new CachedGenerations(state, parts.clock()),
        parts.index().writer(),
        state,
        new WriterItems(parts.dynamo(), parts.stateTable()),
        new ConsistentItems(parts.dynamo(), parts.table()),
        Freshness.DEFAULT.with(IndexSettings.DEFAULT),
        parts.clock());
  }

  VerifiedRepair repair() {
    return new VerifiedRepair(items, index, freshness.lease());
  }

  AgeGuard ageGuard() {
    return new AgeGuard(freshness, clock.instant());
  }

  /// The generations that follow this stream, each with its own definition. Numbers of another
  /// stream prove nothing against a generation's fences. May be cached.
  List<Generation> followers() {
    return followers(generations::live);
  }

  /// The same generations, never cached.
  List<Generation> followersNow() {
    return followers(generations::refreshed);
  }

  /// All live generations of the table's listings, including those of other streams. May be cached.
  List<Generation> live() {
    return live(generations::live);
  }

  private List<Generation> live(Function<String, List<Generation>> live) {
    return listings.of(table).stream()
        .map(Listing::name)
        .flatMap(listing -> live.apply(listing).stream())
        .toList();
  }

  private List<Generation> followers(Function<String, List<Generation>> live) {
    return live(live).stream().filter(generation -> generation.stream().equals(stream)).toList();
  }
}
