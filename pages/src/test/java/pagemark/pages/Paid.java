package pagemark.pages;

import java.util.List;
import java.util.function.DoubleConsumer;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// An empty index whose calls consume 1.5 capacity units each.
public final class Paid implements PagesOnly {
  private static final PageSlice EMPTY = new PageSlice(0, 0, List.of(), List.of(), 0);

  @Override
  public PageSlice page(PageQuery query) {
    return EMPTY;
  }

  @Override
  public PageIndexReader telling(DoubleConsumer units) {
    PagesOnly telling =
        query -> {
          units.accept(1.5);
          return EMPTY;
        };
    return telling;
  }
}
