package pagemark.pages;

import java.util.List;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.PageIndexReader;

/// An index for tests, without facets and of one part: only pages need an implementation.
public interface PagesOnly extends PageIndexReader {
  @Override
  default List<Long> counts(CountQuery query) {
    throw new UnsupportedOperationException("facets");
  }

  @Override
  default String part(GroupRef group) {
    return "";
  }
}
