package pagemark.index;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Order;
import pagemark.entry.Position;

/// Finds pages of a group of the in-memory index by reading all of it.
record InMemoryPages(InMemoryGroup group) {
  PageSlice page(PageQuery query) {
    List<Position> window = window(query.cells(), query.window());
    List<Position> ordered = query.order() == Order.ASCENDING ? window : window.reversed();
    long from = from(query, window);
    boolean preceding = query.anchor() instanceof Anchor.Preceding;
    int count = preceding ? Math.toIntExact(rank(query, window) - from) : query.count();
    List<Position> page = ranks(ordered, from, count);
    List<Position> spares = ranks(ordered, from + count, preceding ? 0 : query.spares());
    return new PageSlice(window.size(), from, page, spares, span(query, page));
  }

  List<Long> counts(CountQuery query) {
    return query.cells().stream()
        .map(cell -> (long) window(List.of(cell), query.window()).size())
        .toList();
  }

  private Stream<Position> union(List<Cell> cells) {
    return cells.stream().flatMap(cell -> group.positions(cell).stream()).sorted();
  }

  private List<Position> window(List<Cell> cells, Window window) {
    return union(cells)
        .filter(p -> window.from() == null || p.compareTo(window.from()) >= 0)
        .filter(p -> window.to() == null || p.compareTo(window.to()) < 0)
        .toList();
  }

  private static long from(PageQuery query, List<Position> window) {
    return switch (query.anchor()) {
      case Anchor.Rank(var from) -> from;
      case Anchor.Following _ -> rank(query, window);
      case Anchor.Preceding _ -> Math.max(0, rank(query, window) - query.count());
      case Anchor.Around(_, var following) ->
          pageOf(query, window, rank(query, window) - (following ? 0 : 1));
      case Anchor.Last() -> pageOf(query, window, window.size());
    };
  }

  private static int pageOf(PageQuery query, List<Position> window, int rank) {
    int nearest = Math.max(0, Math.min(rank, window.size() - 1));
    return nearest - nearest % query.count();
  }

  /// The number of entries before the anchor's boundary, in the query's order.
  private static int rank(PageQuery query, List<Position> window) {
    Position boundary =
        switch (query.anchor()) {
          case Anchor.Rank _, Anchor.Last _ ->
              throw new IllegalArgumentException("a rank has no boundary");
          case Anchor.Following(var given) -> given;
          case Anchor.Preceding(var given) -> given;
          case Anchor.Around(var given, _) -> given;
        };
    int smaller = (int) window.stream().filter(p -> p.compareTo(boundary) < 0).count();
    return query.order() == Order.ASCENDING ? smaller : window.size() - smaller;
  }

  private static List<Position> ranks(List<Position> all, long from, int count) {
    int start = (int) Math.min(from, all.size());
    return all.subList(start, Math.min(start + count, all.size()));
  }

  private long span(PageQuery query, List<Position> page) {
    if (page.isEmpty()) {
      return 0;
    }
    Comparator<Position> bySort =
        switch (query.layout()) {
          case SCORE -> Comparator.comparingDouble(Position::score);
          case BYTES -> Comparator.comparing(InMemoryPages::sortValue);
        };
    Position low = Collections.min(page, bySort);
    Position high = Collections.max(page, bySort);
    return union(query.spanned())
        .filter(p -> bySort.compare(p, low) >= 0 && bySort.compare(p, high) <= 0)
        .count();
  }

  /// The member up to the first unescaped 00 01.
  private static Bytes sortValue(Position position) {
    byte[] member = position.member().toArray();
    int i = 0;
    while (member[i] != 0 || member[i + 1] != 1) {
      i += member[i] == 0 ? 2 : 1;
    }
    return Bytes.of(Arrays.copyOf(member, i));
  }
}
