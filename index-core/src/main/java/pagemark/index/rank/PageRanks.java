package pagemark.index.rank;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.entry.SortValue;
import pagemark.index.Anchor;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// The ranks that a page has in its selection. For stores that find entries by rank, and count the
/// entries before a boundary.
///
/// Ranks of the selection ascend by position, whatever the query's order.
///
/// @param low the first rank of the window
/// @param high the rank after the window's last
/// @param from the number of the window's entries before the page, in the query's order
/// @param count the number of entries of the page
/// @param spares the number of spare entries
public record PageRanks(PageQuery query, long low, long high, long from, int count, int spares) {
  /// The entries between two boundaries, of which [PageSlice#span] counts some.
  public record Span(Position begin, Position end) {}

  /// @param low the number of entries before the window
  /// @param high the number of entries before the window's end
  /// @param boundary the number of entries before the anchor's boundary; any number if it has none
  public static PageRanks of(PageQuery query, long low, long high, long boundary) {
    long end = Math.max(low, high);
    long at = Math.clamp(boundary, low, end);
    long passed = isAscending(query) ? at - low : end - at;
    long total = end - low;
    long from = from(query, passed, total);
    boolean preceding = query.anchor() instanceof Anchor.Preceding;
    int wanted = preceding ? (int) (passed - from) : query.count();
    int count = Math.clamp(total - from, 0, wanted);
    int spares = preceding ? 0 : Math.clamp(total - from - count, 0, query.spares());
    return new PageRanks(query, low, end, from, count, spares);
  }

  private static long from(PageQuery query, long passed, long total) {
    return switch (query.anchor()) {
      case Anchor.Rank(var from) -> from;
      case Anchor.Following _ -> passed;
      case Anchor.Preceding _ -> Math.max(0, passed - query.count());
      case Anchor.Around(_, var following) -> pageOf(query, following ? passed : passed - 1, total);
      case Anchor.Last() -> pageOf(query, total, total);
    };
  }

  private static long pageOf(PageQuery query, long rank, long total) {
    long nearest = Math.clamp(rank, 0, Math.max(0, total - 1));
    return nearest - nearest % query.count();
  }

  /// The boundary of an anchor; null if it has none.
  public static @Nullable Position boundary(Anchor anchor) {
    return switch (anchor) {
      case Anchor.Rank _, Anchor.Last _ -> null;
      case Anchor.Following(var boundary) -> boundary;
      case Anchor.Preceding(var boundary) -> boundary;
      case Anchor.Around(var boundary, _) -> boundary;
    };
  }

  private static boolean isAscending(PageQuery query) {
    return query.order() == Order.ASCENDING;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /// The lowest rank of the page. A page behind the window's end is empty and stands there.
  public long first() {
    long before = Math.min(from, high - low);
    return isAscending(query) ? low + before : high - before - count;
  }

  /// The rank after the highest of the page.
  public long end() {
    return first() + count;
  }

  /// The lowest rank of the page and its spares.
  public long firstRead() {
    return isAscending(query) ? first() : first() - spares;
  }

  /// The rank after the highest of the page and its spares.
  public long endRead() {
    return isAscending(query) ? end() + spares : end();
  }

  /// The positions of the page, in the query's order.
  ///
  /// @param read the positions of the ranks [firstRead, endRead), ascending
  public List<Position> page(List<Position> read) {
    return ordered(read).subList(0, count);
  }

  /// All entries whose sort values lie between the page's first and last.
  ///
  /// @param read as in [#page]; the page is not empty
  public Span span(List<Position> read) {
    List<Position> page = page(read);
    return new Span(
        SortValue.begin(Collections.min(page), query.layout()),
        SortValue.end(Collections.max(page), query.layout()));
  }

  /// @param read as in [#page]
  public PageSlice slice(List<Position> read, long span) {
    List<Position> ordered = ordered(read);
    return new PageSlice(
        high - low, from, ordered.subList(0, count), ordered.subList(count, ordered.size()), span);
  }

  private List<Position> ordered(List<Position> read) {
    return isAscending(query) ? read : read.reversed();
  }
}
