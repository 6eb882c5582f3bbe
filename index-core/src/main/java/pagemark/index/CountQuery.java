package pagemark.index;

import java.util.List;
import pagemark.entry.Cell;
import pagemark.entry.Layout;

/// Asks how many entries each cell of a group has in a window.
///
/// @param cells at most 512; [Cell#WHOLE] for the whole group
/// @param layout the layout of the listing's positions
public record CountQuery(GroupRef group, List<Cell> cells, Layout layout, Window window) {
  public CountQuery {
    cells = List.copyOf(cells);
  }
}
