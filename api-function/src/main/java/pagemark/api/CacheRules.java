package pagemark.api;

import pagemark.listing.Listing;

/// How long caches may keep an answer (RFC 9111). Nothing is called public: what came of a request
/// with an Authorization stays in the client's own cache.
final class CacheRules {
  static final String NEVER = "no-store";

  /// What the next item at the newest end changes.
  private static final String SECONDS = "max-age=5";

  private static final String DAY = "max-age=86400";

  private CacheRules() {}

  /// Full pages that are counted from the smallest sort value are changed by edits and deletes
  /// alone, if the index is exact.
  static String of(Page page) {
    Long total = page.total();
    if (total == null) {
      return NEVER;
    }
    PageRequest request = page.request();
    boolean full =
        page.place() != null && page.place().from(request.size()) + request.size() <= total;
    boolean stable =
        request.numbering() == Numbering.STABLE && page.checked().suspects() == 0 && page.exact();
    return of(request.listing(), full && stable ? DAY : SECONDS);
  }

  static String ofFacets(Listing listing) {
    return of(listing, SECONDS);
  }

  private static String of(Listing listing, String age) {
    return listing.groupClaim() == null ? age : "private, " + age;
  }
}
