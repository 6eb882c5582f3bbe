package pagemark.tree.read;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.rank.PageRanks;
import pagemark.tree.read.RankSearch.FoundRanks;
import pagemark.tree.read.RankSearch.UnknownNode;

/// Finds a page, in three steps: the ranks of the window and the anchor, then the entries, then the
/// span between the sort values of the first and the last.
///
/// The second needs the nodes of the first, and the third those of the second. To save round trips,
/// all are looked for at once:
///
/// - As long as a rank is known only roughly, all nodes that may hold the page are needed.
/// - As long as the first entry is not known, the separator before it tells whether its sort value
///   may begin in another node. Then the nodes in which it begins are needed. The same is true of
///   the last entry. An entry that is known tells it exactly, even if others are not known yet.
record TreePageQuery(PageQuery query, CellSelection cells, CellSelection spanned)
    implements TreeQuery<PageSlice> {
  TreePageQuery(PageQuery query) {
    this(query, CellSelection.of(query.cells()), CellSelection.of(query.spanned()));
  }

  @Override
  public @Nullable PageSlice answer(RankSearch search) {
    CountRange low = before(search, query.window().from(), 0);
    CountRange high = before(search, query.window().to(), search.total(cells));
    CountRange boundary = before(search, PageRanks.boundary(query.anchor()), 0);
    if (low.isExact() && high.isExact() && boundary.isExact()) {
      return slice(search, PageRanks.of(query, low.least(), high.least(), boundary.least()));
    }
    List<PageRanks> extremes = extremes(low, high, boundary);
    Reach reach = reach(extremes, !(low.isExact() && high.isExact()));
    FoundRanks found = search.read(cells, reach.firstRead(), reach.endRead());
    extremes.forEach(ranks -> expectSpan(search, found, ranks));
    expectSpan(search, found.unknown(), reach);
    return null;
  }

  private CountRange before(RankSearch search, @Nullable Position boundary, long ifNone) {
    return boundary == null ? CountRange.exactly(ifNone) : search.before(boundary, cells);
  }

  private @Nullable PageSlice slice(RankSearch search, PageRanks ranks) {
    if (ranks.isEmpty()) {
      return ranks.slice(List.of(), 0);
    }
    FoundRanks found = search.read(cells, ranks.firstRead(), ranks.endRead());
    if (!found.unknown().isEmpty()) {
      expectSpan(search, found, ranks);
      expectSpan(search, found.unknown(), Reach.of(ranks));
      return null;
    }
    if (found.positions().size() < ranks.endRead() - ranks.firstRead()) {
      return null; // kept nodes of different ages, which serve to guess
    }
    List<Position> read = List.copyOf(found.positions().values());
    PageRanks.Span span = ranks.span(read);
    CountRange begin = search.before(span.begin(), spanned);
    CountRange end = search.before(span.end(), spanned);
    return begin.isExact() && end.isExact() ? ranks.slice(read, end.least() - begin.least()) : null;
  }

  /// Looks for the span of a page of which the first or the last entry is known.
  private void expectSpan(RankSearch search, FoundRanks found, PageRanks ranks) {
    Position first = found.positions().get(ranks.first());
    if (first != null) {
      search.expectBegin(first, query.layout(), spanned);
    }
    Position last = found.positions().get(ranks.end() - 1);
    if (last != null) {
      search.expectEnd(last, query.layout(), spanned);
    }
  }

  private void expectSpan(RankSearch search, List<UnknownNode> unknown, Reach reach) {
    for (UnknownNode part : unknown) {
      if (part.first() <= reach.first().most() && part.end() > reach.first().least()) {
        search.expectBegin(part.node().low(), query.layout(), spanned);
      }
      if (part.first() < reach.end().most() && part.end() >= reach.end().least()) {
        search.expectEnd(part.node().end(), query.layout(), spanned);
      }
    }
  }

  /// The ranks that a page may have, as far as is known.
  ///
  /// @param first its lowest rank
  /// @param end the rank after its highest
  /// @param firstRead the lowest rank that it or its spares may have
  /// @param endRead the rank after the highest
  private record Reach(CountRange first, CountRange end, long firstRead, long endRead) {
    static Reach of(PageRanks ranks) {
      return new Reach(
          CountRange.exactly(ranks.first()),
          CountRange.exactly(ranks.end()),
          ranks.firstRead(),
          ranks.endRead());
    }

    Reach or(Reach other) {
      return new Reach(
          first.or(other.first),
          end.or(other.end),
          Math.min(firstRead, other.firstRead),
          Math.max(endRead, other.endRead));
    }

    Reach widened(int by) {
      return new Reach(first.widened(by), end.widened(by), firstRead - by, endRead + by);
    }
  }

  /// The page for each combination of the least and the most that the three counts can be.
  private List<PageRanks> extremes(CountRange low, CountRange high, CountRange boundary) {
    List<PageRanks> extremes = new ArrayList<>();
    for (long l : ends(low)) {
      for (long h : ends(high)) {
        for (long b : ends(boundary)) {
          extremes.add(PageRanks.of(query, l, h, b));
        }
      }
    }
    return extremes;
  }

  /// Each rank of a page rises or falls with each of the three counts, so its bounds are those for
  /// the counts' bounds. Pages that are counted from a rough rank are the exception: they may begin
  /// up to a page earlier or later.
  private Reach reach(List<PageRanks> extremes, boolean isWindowRough) {
    boolean isCounted =
        query.anchor() instanceof Anchor.Around || query.anchor() instanceof Anchor.Last;
    return extremes.stream()
        .map(Reach::of)
        .reduce(Reach::or)
        .orElseThrow()
        .widened(isCounted && isWindowRough ? query.count() : 0);
  }

  private static long[] ends(CountRange bounds) {
    return LongStream.of(bounds.least(), bounds.most()).distinct().toArray();
  }
}
