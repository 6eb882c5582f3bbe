package pagemark.index;

import pagemark.entry.Position;

/// Where a page starts or ends among the entries that it belongs to, in the query's order.
///
/// A boundary is a place between two entries: after all entries with a smaller position, before all
/// others. No entry needs to have that position.
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

  /// The first entries after the boundary. None if the boundary is after the last entry.
  record Following(Position boundary) implements Anchor {}

  /// The last entries before the boundary.
  record Preceding(Position boundary) implements Anchor {}

  /// The page that contains the entry beside the boundary, if all entries are divided into pages of
  /// the query's count.
  ///
  /// @param following if true, the entry after the boundary, or the last entry if there is none; if
  ///   false, the entry before the boundary, or the first entry if there is none
  record Around(Position boundary, boolean following) implements Anchor {}

  /// The last page, if all entries are divided into pages of the query's count.
  record Last() implements Anchor {}
}
