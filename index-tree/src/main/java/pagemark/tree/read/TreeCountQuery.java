package pagemark.tree.read;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.index.CountQuery;
import pagemark.index.Window;

/// Counts the entries of cells in a window.
record TreeCountQuery(CountQuery query) implements TreeQuery<List<Long>> {
  @Override
  public @Nullable List<Long> answer(RankSearch search) {
    List<Long> counts = new ArrayList<>();
    boolean isKnown = true;
    for (Cell cell : query.cells()) {
      CountRange count = count(search, CellSelection.of(List.of(cell)));
      isKnown &= count.isExact();
      counts.add(Math.max(0, count.least()));
    }
    return isKnown ? counts : null;
  }

  private CountRange count(RankSearch search, CellSelection cell) {
    Window window = query.window();
    long total = search.total(cell);
    CountRange low =
        window.from() == null ? CountRange.exactly(0) : search.before(window.from(), cell);
    CountRange high =
        window.to() == null ? CountRange.exactly(total) : search.before(window.to(), cell);
    return new CountRange(high.least() - low.most(), high.most() - low.least());
  }
}
