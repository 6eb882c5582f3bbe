package pagemark.pages;

import java.util.List;
import pagemark.index.CountQuery;
import pagemark.index.PageIndexReader;

/// An index for tests without facets: only pages need an implementation.
public interface PagesOnly extends PageIndexReader {
  @Override
  default List<Long> counts(CountQuery query) {
    throw new UnsupportedOperationException("facets");
  }
}
