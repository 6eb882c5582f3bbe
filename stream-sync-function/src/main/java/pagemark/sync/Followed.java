package pagemark.sync;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import pagemark.key.KeyAttribute;
import pagemark.listing.Listing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;

/// The generations of a table's listings.
///
/// @param listings those of the table
/// @param stream the ARN of the followed stream
record Followed(CachedGenerations generations, List<Listing> listings, String stream) {
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

  /// The names of the table's key attributes, which all of its listings declare.
  Set<String> key() {
    return listings.stream()
        .flatMap(listing -> listing.definition().positions().key().stream())
        .map(KeyAttribute::name)
        .collect(Collectors.toSet());
  }

  private List<Generation> live(Function<String, List<Generation>> live) {
    return listings.stream()
        .map(Listing::name)
        .flatMap(listing -> live.apply(listing).stream())
        .toList();
  }

  private List<Generation> followers(Function<String, List<Generation>> live) {
    return live(live).stream().filter(generation -> generation.stream().equals(stream)).toList();
  }
}
