package pagemark.api;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.pages.GroupQuery;
import pagemark.pages.KeyQuery;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;

/// A request for a page, for facets, or for items by their keys. Its parameters are checked, and
/// all defaults are filled in.
sealed interface ApiRequest {
  /// Stands for the last page, until the index has told its number.
  Start LAST_PAGE = new Start.Numbered(Start.COUNT_MAX);

  Listing listing();

  /// @param given the parameters of the request that its links repeat, with the values that took
  ///   effect
  record ForPage(GroupQuery query, Start start, SequencedMap<String, String> given)
      implements OfGroup {}

  /// @param bars how many bars of the sort values are wanted too; 0 for none
  /// @param zone whose days and months they are; null for UTC
  record ForFacets(GroupQuery query, int bars, @Nullable String zone) implements OfGroup {}

  /// A request about the items of one group.
  sealed interface OfGroup extends ApiRequest {
    GroupQuery query();

    default Scope scope() {
      return query().scope();
    }

    @Override
    default Listing listing() {
      return scope().listing();
    }
  }

  record ForItems(KeyQuery query) implements ApiRequest {
    @Override
    public Listing listing() {
      return query.listing();
    }
  }
}
