package pagemark.sync;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import pagemark.function.FunctionParts;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.StateTable;
import pagemark.state.WriterItems;
import pagemark.state.Writers;
import pagemark.table.ConsistentItems;
import pagemark.table.TableItems;

/// What a [StreamSyncHandler] follows and what it works with.
///
/// @param table the name of the followed table
/// @param stream the ARN of its stream
/// @param index where changes go
/// @param writers takes the generations that the handler follows
/// @param items what the table says now
/// @param freshness how long records may be relied on, which the index must outlive
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
  /// @throws IllegalArgumentException where no listing names `table`
  public SyncSetup {
    FunctionParts.requireListing(listings, table);
  }

  /// The setup that a function's environment tells: TABLE_NAME, STREAM_ARN, STATE_TABLE_NAME,
  /// INDEX_URL, the listings beside the jar or in PAGEMARK_LISTINGS, and the AWS SDK's variables.
  ///
  /// @throws IllegalArgumentException where one is missing, or no listing names the table
  /// @throws pagemark.listing.InvalidListingsException naming every mistake of the listings
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

  /// The generations that the followed stream goes into, each of which has its own definition.
  /// Another stream's numbers are no proof for a generation's fences.
  List<Generation> followers() {
    return followers(generations::live);
  }

  /// The same, read anew.
  List<Generation> followersNow() {
    return followers(generations::refreshed);
  }

  /// All live generations of the table's listings, those of other streams too.
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
