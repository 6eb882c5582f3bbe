package pagemark.api;

import java.time.Duration;
import pagemark.listing.Listing;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;

/// Says how long caches may keep an answer (RFC 9111). No answer is `public`, so the answer to a
/// request with an Authorization header stays in the client's own cache.
final class CacheRules {
  static final String NEVER = "no-store";

  /// For answers that the next new item changes.
  private static final Duration SECONDS = Duration.ofSeconds(5);

  private static final Duration DAY = Duration.ofDays(1);

  private CacheRules() {}

  static String of(Page page) {
    if (page.total().isEmpty()) {
      return NEVER;
    }
    Duration age = isSettled(page) ? DAY : SECONDS;
    Duration left = page.untilExpiry().filter(until -> until.compareTo(age) < 0).orElse(age);
    return left.toSeconds() > 0 ? of(page.scope().listing(), left) : NEVER;
  }

  /// Whether only edits, deletes and late items with old sort values change the page's items and
  /// neighbours: it is a page of `numbering=stable` that newer items follow, the index is exact,
  /// all its items were found, and items do not leave it by expiring.
  static boolean isSettled(Page page) {
    Scope scope = page.scope();
    return scope.numbering() == Numbering.STABLE
        && page.exact()
        && page.cost().suspects() == 0
        && page.omitted() == 0
        && scope.listing().definition().expires() == null
        && page.total().isPresent()
        && page.counted()
            .filter(at -> at.from(scope.size()) + scope.size() < page.total().getAsLong())
            .isPresent();
  }

  /// Who asks by key wants the items as they are: a cache asks each time whether its copy is.
  static String ofItems(Listing listing) {
    return of(listing, Duration.ZERO);
  }

  static String ofFacets(Listing listing) {
    return of(listing, SECONDS);
  }

  private static String of(Listing listing, Duration age) {
    String seconds = "max-age=" + age.toSeconds();
    return listing.groupClaim() == null ? seconds : "private, " + seconds;
  }
}
