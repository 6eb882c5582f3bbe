package pagemark.index;

import java.util.List;
import pagemark.entry.Cell;
import pagemark.entry.Layout;
import pagemark.entry.Order;

/// Asks for a page of a window of a selection in `order`, and for up to `spares` entries after it.
///
/// @param cells the cells of the selection, all different, at most 512; only [Cell#WHOLE] for the
///   whole group
/// @param spanned the cells in which [PageSlice#span] is counted, in the same form
/// @param layout the layout of the listing's positions
/// @param count 1 to [#COUNT_MAX]
/// @param spares 0 to 100
public record PageQuery(
    GroupRef group,
    List<Cell> cells,
    List<Cell> spanned,
    Layout layout,
    Order order,
    Window window,
    Anchor anchor,
    int count,
    int spares) {
  /// Keys are read in pages of so many.
  public static final int COUNT_MAX = 1_000;

  private static final List<Cell> WHOLE = List.of(Cell.WHOLE);

  public PageQuery {
    if (count < 1 || count > COUNT_MAX || spares < 0 || spares > 100) {
      throw new IllegalArgumentException("count %d, spares %d".formatted(count, spares));
    }
    cells = List.copyOf(cells);
    spanned = List.copyOf(spanned);
  }

  /// Asks for a page of a window of the whole group.
  public PageQuery(
      GroupRef group,
      Layout layout,
      Order order,
      Window window,
      Anchor anchor,
      int count,
      int spares) {
    this(group, WHOLE, WHOLE, layout, order, window, anchor, count, spares);
  }

  /// Asks for the ranks [from, from + count) of the whole group.
  ///
  /// @param from counted from 0, in `order`
  public PageQuery(GroupRef group, Layout layout, Order order, long from, int count, int spares) {
    this(group, layout, order, Window.WHOLE, new Anchor.Rank(from), count, spares);
  }
}
