package pagemark.index;

import pagemark.key.Layout;
import pagemark.listing.Order;

/// A page of a window of a group in `order`, and up to `spares` entries of the window behind it.
///
/// @param layout of the listing's positions
/// @param count 1 to 100
/// @param spares 0 to 100
public record PageQuery(
    GroupRef group,
    Layout layout,
    Order order,
    Window window,
    Anchor anchor,
    int count,
    int spares) {
  public PageQuery {
    if (count < 1 || count > 100 || spares < 0 || spares > 100) {
      throw new IllegalArgumentException("count %d, spares %d".formatted(count, spares));
    }
  }

  /// Ranks [from, from + count) of the whole group.
  ///
  /// @param from counted from 0, in `order`
  public PageQuery(GroupRef group, Layout layout, Order order, long from, int count, int spares) {
    this(group, layout, order, Window.WHOLE, new Anchor.Rank(from), count, spares);
  }
}
