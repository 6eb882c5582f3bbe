package pagemark.sql;

import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.index.Anchor;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.key.Bytes;
import pagemark.key.Place;
import pagemark.key.Position;
import pagemark.key.SortValue;
import pagemark.listing.Order;
import pagemark.sql.table.Counts;
import pagemark.sql.tree.CountedTree;
import pagemark.sql.tree.RangeRead;

/// Reads one page of a group. Ranks here ascend by position; ranks of a page count in its own
/// order.
record PageRead(CountedTree tree, RangeRead range, PageQuery query) {
  /// Ranks of the selection.
  ///
  /// @param low the first rank of the window
  /// @param high the rank after the window's last
  /// @param boundary the rank of the anchor's boundary; `low` if it has none
  private record Ranks(long low, long high, long boundary) {
    long total() {
      return high - low;
    }
  }

  PageSlice slice() throws SQLException {
    Ranks ranks = ranks();
    long total = ranks.total();
    boolean preceding = query.anchor() instanceof Anchor.Preceding;
    long passed = passed(ranks);
    long from = from(passed, total);
    long count = preceding ? passed - from : query.count();
    long end = Math.min(total, from + count);
    long spared = Math.min(total, from + count + (preceding ? 0 : query.spares()));
    if (from >= spared) {
      return new PageSlice(total, from, List.of(), List.of(), 0);
    }
    List<Position> read = read(ranks, from, spared);
    List<Position> page = read.subList(0, (int) (end - from));
    List<Position> spares = read.subList(page.size(), read.size());
    return new PageSlice(total, from, page, spares, span(page));
  }

  private boolean isAscending() {
    return query.order() == Order.ASCENDING;
  }

  private Ranks ranks() throws SQLException {
    Position from = query.window().from();
    Position to = query.window().to();
    Position boundary = boundary(query.anchor());
    List<Bytes> places =
        Stream.of(from, to, boundary).filter(Objects::nonNull).map(Place::of).toList();
    List<Counts> before = places.isEmpty() ? List.of() : tree.before(places);
    int next = 0;
    long low = from == null ? 0 : before.get(next++).of(query.cells());
    long high = to == null ? tree.total().of(query.cells()) : before.get(next++).of(query.cells());
    high = Math.max(low, high);
    long at = boundary == null ? low : before.get(next).of(query.cells());
    return new Ranks(low, high, Math.clamp(at, low, high));
  }

  private static @Nullable Position boundary(Anchor anchor) {
    return switch (anchor) {
      case Anchor.Rank _, Anchor.Last _ -> null;
      case Anchor.Following(var boundary) -> boundary;
      case Anchor.Preceding(var boundary) -> boundary;
      case Anchor.Around(var boundary, _) -> boundary;
    };
  }

  /// The number of the window's entries before the boundary, in the page's order.
  private long passed(Ranks ranks) {
    return isAscending() ? ranks.boundary() - ranks.low() : ranks.high() - ranks.boundary();
  }

  private long from(long passed, long total) {
    return switch (query.anchor()) {
      case Anchor.Rank(var from) -> from;
      case Anchor.Following _ -> passed;
      case Anchor.Preceding _ -> Math.max(0, passed - query.count());
      case Anchor.Around(_, var following) -> pageOf(following ? passed : passed - 1, total);
      case Anchor.Last() -> pageOf(total, total);
    };
  }

  private long pageOf(long rank, long total) {
    long nearest = Math.clamp(rank, 0, Math.max(0, total - 1));
    return nearest - nearest % query.count();
  }

  /// @param from in the page's order, like `to`
  private List<Position> read(Ranks ranks, long from, long to) throws SQLException {
    long first = isAscending() ? ranks.low() + from : ranks.high() - to;
    long end = isAscending() ? ranks.low() + to : ranks.high() - from;
    List<Position> read = range.read(tree, query.cells(), first, end);
    return isAscending() ? read : read.reversed();
  }

  private long span(List<Position> page) throws SQLException {
    if (page.isEmpty()) {
      return 0;
    }
    Position least = Collections.min(page);
    Position most = Collections.max(page);
    return tree.between(
            Place.of(SortValue.begin(least, query.layout())),
            Place.of(SortValue.end(most, query.layout())))
        .of(query.spanned());
  }
}
