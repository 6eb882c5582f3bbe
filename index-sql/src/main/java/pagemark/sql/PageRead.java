package pagemark.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.rank.PageRanks;
import pagemark.sql.table.Counts;
import pagemark.sql.tree.CountedTree;
import pagemark.sql.tree.RangeRead;

/// Reads one page of a group.
record PageRead(CountedTree tree, RangeRead range, PageQuery query) {
  PageSlice slice() throws SQLException {
    PageRanks ranks = ranks();
    if (ranks.isEmpty()) {
      return ranks.slice(List.of(), 0);
    }
    List<Position> read = range.read(tree, query.cells(), ranks.firstRead(), ranks.endRead());
    return ranks.slice(read, span(ranks.span(read)));
  }

  private PageRanks ranks() throws SQLException {
    Position from = query.window().from();
    Position to = query.window().to();
    Position boundary = PageRanks.boundary(query.anchor());
    List<Bytes> places =
        Stream.of(from, to, boundary).filter(Objects::nonNull).map(Place::of).toList();
    List<Counts> before = places.isEmpty() ? List.of() : tree.before(places);
    int next = 0;
    long low = from == null ? 0 : before.get(next++).of(query.cells());
    long high = to == null ? tree.total().of(query.cells()) : before.get(next++).of(query.cells());
    long at = boundary == null ? low : before.get(next).of(query.cells());
    return PageRanks.of(query, low, high, at);
  }

  private long span(PageRanks.Span span) throws SQLException {
    return tree.between(Place.of(span.begin()), Place.of(span.end())).of(query.spanned());
  }
}
