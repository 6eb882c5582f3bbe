package pagemark.pages;

import java.util.List;
import pagemark.index.CountQuery;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// An index that answers every call with `failure`.
public record Broken(RuntimeException failure) implements PageIndexReader {
  public static Broken notReady() {
    return new Broken(new IndexException.NotReady(ListedTable.GENERATION));
  }

  public static Broken down() {
    return new Broken(new IndexException.Unavailable("rita is away", null));
  }

  @Override
  public PageSlice page(PageQuery query) {
    throw failure;
  }

  @Override
  public List<Long> counts(CountQuery query) {
    throw failure;
  }
}
