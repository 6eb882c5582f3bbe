package pagemark.index;

import java.util.List;
import pagemark.entry.Position;

/// A page as the index knows it.
///
/// @param total the entries of the whole window
/// @param from the number of them before the page, in its order; for an empty page, where it would
///   begin
/// @param positions the positions of the page, in its order; empty after the end
/// @param spares the positions that follow the page, in its order
/// @param span the number of entries of the query's `spanned` cells whose sort value lies between
///   the first and last of `positions`, both included. A range Query over them reads that many
///   items. 0 for an empty page
public record PageSlice(
    long total, long from, List<Position> positions, List<Position> spares, long span) {
  public PageSlice {
    positions = List.copyOf(positions);
    spares = List.copyOf(spares);
  }

  /// This page in the other order, without spares.
  public PageSlice reversed() {
    return new PageSlice(
        total, total - from - positions.size(), positions.reversed(), List.of(), span);
  }
}
