package pagemark.api;

import java.util.SequencedMap;
import pagemark.pages.GroupQuery;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;

/// A request for a page or for facets. Its parameters are checked, and all defaults are filled in.
sealed interface ApiRequest {
  GroupQuery query();

  /// @param given the parameters of the request that its links repeat, with the values that took
  ///   effect
  record ForPage(GroupQuery query, Start start, SequencedMap<String, String> given)
      implements ApiRequest {}

  record ForFacets(GroupQuery query) implements ApiRequest {}

  default Scope scope() {
    return query().scope();
  }
}
