package pagemark.sync;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.KeyHashes;
import pagemark.state.writer.Writers;

/// The table and stream that a [StreamSyncHandler] follows, and the services that it works with.
///
/// @param table the name of the followed table
/// @param stream the ARN of its stream
/// @param writers keeps the notes of the generations that the handler writes to
/// @param repair settles doubtful items, and has the store that changes are written to
/// @param hashes stand for items in the log
public record SyncSetup(
    String table,
    String stream,
    Listings listings,
    CachedGenerations generations,
    Writers writers,
    VerifiedRepair repair,
    KeyHashes hashes) {
  /// @throws IllegalArgumentException if no listing names `table`
  public SyncSetup {
    listings.requireOf(table);
  }

  /// A copy that keeps its notes elsewhere.
  public SyncSetup with(Writers others) {
    return new SyncSetup(table, stream, listings, generations, others, repair, hashes);
  }

  /// The store that changes are written to.
  PageIndexWriter index() {
    return repair.index();
  }

  /// How long a record counts as proof; the index must keep its fences longer.
  Freshness freshness() {
    return repair.freshness();
  }

  InstantSource clock() {
    return repair.clock();
  }

  AgeGuard ageGuard() {
    return new AgeGuard(freshness(), clock().instant());
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
