package pagemark.index;

import java.util.List;
import pagemark.key.Position;

/// What an index knows of a page.
///
/// @param total entries of the whole window
/// @param from how many of them stand before the page, in its order; of an empty page, where it
///   would begin
/// @param positions the page's, in its order; empty past the end
/// @param spares those that follow the page, in its order
/// @param span entries of the query's `spanned` cells whose sort value lies between the first and
///   last of `positions`, both included: what a range Query over them reads; 0 for an empty page
public record PageSlice(
    long total, long from, List<Position> positions, List<Position> spares, long span) {
  public PageSlice {
    positions = List.copyOf(positions);
    spares = List.copyOf(spares);
  }

  /// The same page in the other order, without spares.
  public PageSlice reversed() {
    return new PageSlice(
        total, total - from - positions.size(), positions.reversed(), List.of(), span);
  }
}
