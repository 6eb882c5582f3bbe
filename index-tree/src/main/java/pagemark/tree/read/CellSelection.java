package pagemark.tree.read;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.tree.node.Tally;

/// Some cells of a group, whose entries are counted.
///
/// @param cells empty for all; hashed, as `Set.copyOf` is slow for names that hash close
record CellSelection(Set<Cell> cells) {
  static CellSelection of(List<Cell> cells) {
    return new CellSelection(cells.contains(Cell.WHOLE) ? Set.of() : new HashSet<>(cells));
  }

  boolean has(@Nullable Cell cell) {
    return cell != null && (cells.isEmpty() || cells.contains(cell));
  }

  /// Counts what a tally has of these cells. Looks at these or at the tally's, whichever are fewer.
  long of(Tally tally) {
    if (cells.isEmpty() || cells.size() <= tally.cells().size()) {
      return cells.isEmpty() ? tally.entries() : tally.of(cells);
    }
    long sum = 0;
    for (var count : tally.cells().entrySet()) {
      sum += cells.contains(count.getKey()) ? count.getValue() : 0;
    }
    return sum;
  }
}
