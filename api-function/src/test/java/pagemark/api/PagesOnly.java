package pagemark.api;

import java.util.List;
import pagemark.index.CountQuery;
import pagemark.index.PageIndexReader;

/// An index of a test that asks for no facets.
interface PagesOnly extends PageIndexReader {
  @Override
  default List<Long> counts(CountQuery query) {
    throw new UnsupportedOperationException("facets");
  }
}
