package pagemark.pages;

import java.util.List;
import java.util.stream.Stream;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.request.GroupText;
import pagemark.pages.scope.Scope;

/// Asks for pages of one listing. It may be kept: each group that it names is read by the index
/// that is there then.
public final class ListingQuery {
  private final Pages pages;
  private final Listing declared;
  private final boolean isAsDeclared;

  ListingQuery(Pages pages, Listing declared, boolean isAsDeclared) {
    this.pages = pages;
    this.declared = declared;
    this.isAsDeclared = isAsDeclared;
  }

  /// The listing; with the definition of its old index until that of a changed one is built.
  public Listing listing() {
    return isAsDeclared ? declared : pages.servable(declared);
  }

  /// The same listing as it is declared, whatever its index was built from.
  public ListingQuery declared() {
    return new ListingQuery(pages, declared, true);
  }

  /// Chooses one of the listing's named sorts.
  ///
  /// @param name such as `total`
  /// @throws InvalidParameter if the listing has no such sort
  public ListingQuery sort(String name) {
    List<Listing> sorts = pages.sorts(declared);
    return sorts.stream()
        .filter(each -> name.equals(each.sort()))
        .findFirst()
        .map(found -> new ListingQuery(pages, found, isAsDeclared))
        .orElseThrow(() -> new InvalidParameter("sort", name, valid(sorts)));
  }

  /// The listing's sorts as they are declared, the default first; one if it has no named ones.
  public List<Listing> sorts() {
    return pages.sorts(declared);
  }

  private static String valid(List<Listing> sorts) {
    return sorts.stream()
        .flatMap(each -> Stream.ofNullable(each.sort()))
        .reduce((one, other) -> one + ", " + other)
        .orElse("left out: this listing has one sort");
  }

  /// Asks for items by their keys, whatever their groups. An item that no group of the listing has
  /// is missing, as is one that does not exist.
  ///
  /// @param keys 1 to 100; each has the values of the item's key attributes, in the listing's order
  /// @throws InvalidParameter if a value does not fit its attribute
  public KeyQuery keys(List<List<String>> keys) {
    return new KeyQuery(pages, declared, null, keys);
  }

  /// Names a group by its values: none if the whole listing is one group, else one for each value
  /// that the listing's `group` declares.
  ///
  /// @param parts strings as they are, without the listing's `prefix`; numbers as decimals; binary
  ///   as base64url without padding
  /// @throws InvalidParameter if they name no group of the listing; whether it has items does not
  ///   matter
  public GroupQuery group(String... parts) {
    Listing listing = listing();
    List<String> texts = GroupText.checked(listing.definition().group(), List.of(parts));
    return new GroupQuery(pages, Scope.of(listing, texts));
  }
}
