package pagemark.index;

import java.util.List;
import pagemark.key.Cell;
import pagemark.key.Layout;

/// How many entries each of a group's cells has in a window.
///
/// @param cells at most 512; [Cell#WHOLE] for the whole group
/// @param layout of the listing's positions
public record CountQuery(GroupRef group, List<Cell> cells, Layout layout, Window window) {
  public CountQuery {
    cells = List.copyOf(cells);
  }
}
