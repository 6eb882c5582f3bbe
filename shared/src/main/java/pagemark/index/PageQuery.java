package pagemark.index;

import pagemark.key.Layout;
import pagemark.listing.Order;

/// Ranks [from, from + count) of a group in `order`, and up to `spares` behind them.
///
/// @param layout of the listing's positions
/// @param from counted from 0, in `order`
/// @param count 1 to 100
/// @param spares 0 to 100
public record PageQuery(
    GroupRef group, Layout layout, Order order, long from, int count, int spares) {
  public PageQuery {
    if (from < 0 || count < 1 || count > 100 || spares < 0 || spares > 100) {
      throw new IllegalArgumentException(
          "from %d, count %d, spares %d".formatted(from, count, spares));
    }
  }
}
