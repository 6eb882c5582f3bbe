package pagemark.api;

import pagemark.listing.Listing;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;

/// Says how long caches may keep an answer (RFC 9111). No answer is `public`, so the answer to a
/// request with an Authorization header stays in the client's own cache.
final class CacheRules {
  static final String NEVER = "no-store";

  /// For answers that the next new item changes.
  private static final String SECONDS = "max-age=5";

  private static final String DAY = "max-age=86400";

  private CacheRules() {}

  /// A full page of `numbering=stable` may be kept for a day if the index is exact and all its
  /// items were found: only edits, deletes and late items with old sort values change it.
  static String of(Page page) {
    if (page.total().isEmpty()) {
      return NEVER;
    }
    Scope scope = page.scope();
    long total = page.total().getAsLong();
    boolean full =
        page.counted().filter(at -> at.from(scope.size()) + scope.size() <= total).isPresent();
    boolean stable =
        scope.numbering() == Numbering.STABLE && page.cost().suspects() == 0 && page.exact();
    return of(scope.listing(), full && stable ? DAY : SECONDS);
  }

  static String ofFacets(Listing listing) {
    return of(listing, SECONDS);
  }

  private static String of(Listing listing, String age) {
    return listing.groupClaim() == null ? age : "private, " + age;
  }
}
