package pagemark.pages;

import java.util.List;
import java.util.stream.Stream;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.request.GroupText;
import pagemark.pages.scope.Scope;

/// Asks for pages of one listing.
public final class ListingQuery {
  private final Pages pages;
  private final Listing listing;

  ListingQuery(Pages pages, Listing listing) {
    this.pages = pages;
    this.listing = listing;
  }

  public Listing listing() {
    return listing;
  }

  /// Chooses one of the listing's named sorts.
  ///
  /// @param name such as `total`
  /// @throws InvalidParameter if the listing has no such sort
  public ListingQuery sort(String name) {
    List<Listing> sorts = pages.sorts(listing);
    return sorts.stream()
        .filter(each -> name.equals(each.sort()))
        .findFirst()
        .map(found -> new ListingQuery(pages, found))
        .orElseThrow(() -> new InvalidParameter("sort", name, valid(sorts)));
  }

  private static String valid(List<Listing> sorts) {
    return sorts.stream()
        .flatMap(each -> Stream.ofNullable(each.sort()))
        .reduce((one, other) -> one + ", " + other)
        .orElse("left out: this listing has one sort");
  }

  /// Names a group by its values: none if the whole listing is one group, else one for each value
  /// that the listing's `group` declares.
  ///
  /// @param parts strings as they are, without the listing's `prefix`; numbers as canonical
  ///   decimals; binary as base64url without padding
  /// @throws InvalidParameter if they name no group of the listing; whether it has items does not
  ///   matter
  public GroupQuery group(String... parts) {
    List<String> texts = List.of(parts);
    GroupText.check(listing.definition().group(), texts);
    return new GroupQuery(pages, Scope.of(listing, texts));
  }
}
