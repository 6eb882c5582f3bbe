package pagemark.pages;

import pagemark.listing.Listing;
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

  /// @param text a string as it is; a number as a canonical decimal; binary as base64url without
  ///   padding
  /// @throws pagemark.pages.error.PagesException.InvalidParameter if `text` is not a group of the
  ///   listing; whether it has items does not matter
  public GroupQuery group(String text) {
    var group = GroupText.parse(listing.definition().group(), text);
    return new GroupQuery(pages, Scope.of(listing, group));
  }
}
