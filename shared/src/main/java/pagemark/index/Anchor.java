package pagemark.index;

import pagemark.key.Position;

/// Where a page stands in the sequence of entries that it is a part of, in the query's order.
///
/// A boundary is a place between two entries: it lies behind all whose position is smaller, and
/// before all others. It need not be the position of any.
public sealed interface Anchor {
  /// The entries from a rank on.
  ///
  /// @param from counted from 0
  record Rank(long from) implements Anchor {
    public Rank {
      if (from < 0) {
        throw new IllegalArgumentException("from " + from);
      }
    }
  }

  /// The entries that follow the boundary; none where it lies behind the last.
  record Following(Position boundary) implements Anchor {}

  /// The entries that end at the boundary, the nearest ones.
  record Preceding(Position boundary) implements Anchor {}

  /// Of all pages of the query's count, the one with the entry beside the boundary.
  ///
  /// @param following whether that is the entry that follows the boundary, and where none does the
  ///   last one; else the one that precedes it, and where none does the first one
  record Around(Position boundary, boolean following) implements Anchor {}

  /// Of all pages of the query's count, the last one.
  record Last() implements Anchor {}
}
