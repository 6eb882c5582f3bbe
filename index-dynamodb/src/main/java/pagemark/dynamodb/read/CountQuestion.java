package pagemark.dynamodb.read;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.index.CountQuery;
import pagemark.index.Window;

/// Counts the entries of cells in a window.
record CountQuestion(CountQuery query) implements Question<List<Long>> {
  @Override
  public @Nullable List<Long> ask(Walk walk) {
    List<Long> counts = new ArrayList<>();
    boolean isKnown = true;
    for (Cell cell : query.cells()) {
      Bounds count = count(walk, Selection.of(List.of(cell)));
      isKnown &= count.isExact();
      counts.add(Math.max(0, count.least()));
    }
    return isKnown ? counts : null;
  }

  private Bounds count(Walk walk, Selection cell) {
    Window window = query.window();
    long total = walk.total(cell);
    Bounds low = window.from() == null ? Bounds.exactly(0) : walk.before(window.from(), cell);
    Bounds high = window.to() == null ? Bounds.exactly(total) : walk.before(window.to(), cell);
    return new Bounds(high.least() - low.most(), high.most() - low.least());
  }
}
