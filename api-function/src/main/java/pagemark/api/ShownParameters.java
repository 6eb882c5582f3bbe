package pagemark.api;

import java.util.SequencedMap;
import pagemark.api.RequestPath.UrlText;
import pagemark.listing.Listing;
import pagemark.pages.GroupQuery;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.Shown;

/// `only=keys`, or `fields=total,note`, whose names are joined by commas or given by themselves.
final class ShownParameters {
  private static final String ONLY = "only";
  private static final String FIELDS = "fields";

  /// So that no link is longer than a query string may be.
  private static final int FIELDS_CHARS_MAX = 2_500;

  private ShownParameters() {}

  /// @throws InvalidParameter if both are given, or one is wrong
  static GroupQuery shown(GroupQuery group, Parameters parameters) {
    Listing listing = group.scope().listing();
    String only = parameters.added(listing, ONLY);
    GroupQuery query = group;
    if (only != null) {
      PagingText.check(ONLY, only, "keys");
      query = query.onlyKeys();
    }
    boolean hasFields = parameters.added(listing, FIELDS) != null;
    return hasFields ? fields(query, String.join(",", parameters.all(FIELDS))) : query;
  }

  private static GroupQuery fields(GroupQuery group, String names) {
    if (UrlText.encoded(names).length() > FIELDS_CHARS_MAX) {
      String most = "at most %d characters, percent-encoded".formatted(FIELDS_CHARS_MAX);
      throw new InvalidParameter(FIELDS, names, most);
    }
    return group.fields(names.split(",", -1));
  }

  /// Adds what links repeat.
  static void put(Shown shown, SequencedMap<String, String> given) {
    switch (shown) {
      case Shown.Listed() -> {}
      case Shown.Fields(var names) -> given.put(FIELDS, String.join(",", names));
      case Shown.Keys() -> given.put(ONLY, "keys");
    }
  }
}
