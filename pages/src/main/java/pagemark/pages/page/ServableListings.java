package pagemark.pages.page;

import java.util.List;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import software.amazon.awssdk.core.exception.SdkException;

/// Finds what can be served of a listing whose definition has changed. Until the index of the new
/// definition is built, the old index is still there, and follows the table. So the listing is
/// served by the old definition, with its sort and filters.
///
/// Not if another table, key, group or condition was declared: a group that is named by another
/// attribute belongs to somebody else, and an item that no longer meets the conditions may be none
/// of the reader's business. Then there are no pages until the new index is built.
///
/// Costs nothing more than the look at the generations that each page takes.
public record ServableListings(CachedGenerations generations) {
  /// The listing as it is declared, or with the definition of its index.
  public Listing of(Listing declared) {
    IndexDefinition wanted = declared.definition();
    List<Generation> shown = shown(declared.name());
    return shown.stream().anyMatch(one -> isSame(one.definition(), wanted))
        ? declared
        : shown.stream()
            .map(Generation::definition)
            .filter(built -> isServable(built, wanted))
            .findFirst()
            .map(declared::by)
            .orElse(declared);
  }

  /// The generations that readers may see; none if the state table does not answer, which the read
  /// of the page reports.
  private List<Generation> shown(String listing) {
    try {
      return generations.live(listing).stream().filter(Generation::isShown).toList();
    } catch (SdkException e) {
      return List.of();
    }
  }

  /// Compares without JSON, whose classes no first request should have to load. Two that write one
  /// number in different ways differ here, and are served alike.
  private static boolean isSame(IndexDefinition built, IndexDefinition wanted) {
    return built.equals(wanted);
  }

  private static boolean isServable(IndexDefinition built, IndexDefinition wanted) {
    return built.table().equals(wanted.table())
        && built.group().parts().equals(wanted.group().parts())
        && built.positions().key().equals(wanted.positions().key())
        && built.where().equals(wanted.where());
  }
}
