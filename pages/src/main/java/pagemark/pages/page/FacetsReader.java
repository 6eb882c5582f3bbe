package pagemark.pages.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.key.PositionCodec;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.FilterValue;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Selection;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Bars.Bar;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Facets;
import pagemark.pages.scope.BarBegin;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;

/// Counts the items of a group by the values of each filter. One call of the index returns the
/// sizes of all cells of the group, at one moment; the facets are sums of these. Each filter is
/// counted under the other filters of the request. No item is read.
public record FacetsReader(ServingIndex index, InstantSource clock) {
  private static final MathContext MEAN_DIGITS = new MathContext(6);
  private static final Duration TIME_MAX = Duration.ofSeconds(3);

  /// @throws pagemark.index.IndexException if the index cannot answer
  public Facets read(Scope scope) {
    Instant began = clock.instant();
    IndexDefinition definition = scope.listing().definition();
    List<Cell> cells = Selection.whole(definition).cells();
    ServingIndex.Answer<List<Long>> found =
        index.ask(
            scope,
            true,
            (reader, group) ->
                reader.counts(
                    new CountQuery(
                        group, cells, definition.positions().layout(), scope.counted())));
    Map<Cell, Long> sizes = new HashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      sizes.put(cells.get(i), found.value().get(i));
    }
    Duration spent = Duration.between(began, clock.instant());
    return new Facets(
        scope,
        sum(sizes, scope.selection()),
        found.exact(),
        facets(sizes, scope.selection()),
        Cost.ofIndex(found.calls(), found.readUnits(), spent));
  }

  private static long sum(Map<Cell, Long> sizes, Selection selection) {
    return selection.cells().stream().mapToLong(cell -> sizes.getOrDefault(cell, 0L)).sum();
  }

  /// Counts each filter by itself: its own choice in the request is replaced by each of its values.
  private static List<Facets.Facet> facets(Map<Cell, Long> sizes, Selection selection) {
    List<Facets.Facet> facets = new ArrayList<>();
    for (Choice choice : selection.choices()) {
      Filter filter = choice.filter();
      List<Long> byOrdinal = new ArrayList<>();
      for (int ordinal = 0; ordinal <= filter.values().size(); ordinal++) {
        byOrdinal.add(sum(sizes, selection.with(new Choice(filter, ordinal))));
      }
      facets.add(
          new Facets.Facet(filter.name(), counts(filter, byOrdinal), mean(filter, byOrdinal)));
    }
    return facets;
  }

  private static SequencedMap<String, Long> counts(Filter filter, List<Long> byOrdinal) {
    SequencedMap<String, Long> counts = new LinkedHashMap<>();
    filter.ordinals().forEach(ordinal -> counts.put(filter.label(ordinal), byOrdinal.get(ordinal)));
    return Collections.unmodifiableSequencedMap(counts);
  }

  /// The mean of the declared values, without `other`; empty if not all of them are numbers.
  private static Optional<Facets.Mean> mean(Filter filter, List<Long> byOrdinal) {
    BigDecimal sum = BigDecimal.ZERO;
    long count = 0;
    for (int ordinal = 1; ordinal < byOrdinal.size(); ordinal++) {
      if (!(filter.values().get(ordinal - 1) instanceof FilterValue.Numeric(var value))) {
        return Optional.empty();
      }
      sum = sum.add(value.multiply(BigDecimal.valueOf(byOrdinal.get(ordinal))));
      count += byOrdinal.get(ordinal);
    }
    return Optional.of(
        new Facets.Mean(
            count == 0
                ? Optional.empty()
                : Optional.of(sum.divide(BigDecimal.valueOf(count), MEAN_DIGITS))));
  }

  /// Counts the items of a group in parts of their sort values. Reads the first and the last
  /// position and, for each part but the first, how many items stand before it: at most 51 calls of
  /// the index, one after another, and no item. While items come and go, the parts are some
  /// milliseconds apart.
  ///
  /// @param most how many bars, 1 to 50
  /// @param zone whose days and months they are; null for UTC
  /// @throws IndexException if the index cannot answer, or not in 3 seconds
  public Bars bars(Scope scope, int most, @Nullable String zone) {
    Reading reading = new Reading(scope, most, zone);
    boolean byCell = !scope.selection().isWhole();
    var found = index.ask(scope, byCell, reading::bars);
    Duration spent = Duration.between(reading.began, clock.instant());
    return new Bars(
        scope, found.exact(), found.value(), Cost.ofIndex(reading.calls, found.readUnits(), spent));
  }

  private final class Reading {
    private final Instant began = clock.instant();
    private final Scope scope;
    private final int most;
    private final @Nullable String zone;
    private int calls;

    Reading(Scope scope, int most, @Nullable String zone) {
      this.scope = scope;
      this.most = most;
      this.zone = zone;
    }

    List<Bar> bars(PageIndexReader reader, GroupRef group) {
      PageSlice first = slice(reader, group, Order.ASCENDING, new Anchor.Rank(0));
      PageSlice last = slice(reader, group, Order.DESCENDING, new Anchor.Rank(0));
      if (first.positions().isEmpty() || last.positions().isEmpty()) {
        return List.of();
      }
      List<BarBegin> begins =
          BarBegin.between(
              scope.positions(),
              first.positions().getFirst(),
              last.positions().getFirst(),
              most,
              zone);
      List<Bar> bars = new ArrayList<>();
      long before = 0;
      for (int i = 0; i < begins.size(); i++) {
        boolean isLast = i + 1 == begins.size();
        long end = isLast ? first.total() : rank(reader, group, begins.get(i + 1).before());
        bars.add(new Bar(begins.get(i).text(), Math.max(0, end - before)));
        before = Math.max(before, end);
      }
      return bars;
    }

    private long rank(PageIndexReader reader, GroupRef group, Position boundary) {
      return slice(reader, group, Order.ASCENDING, new Anchor.Following(boundary)).from();
    }

    private PageSlice slice(PageIndexReader reader, GroupRef group, Order order, Anchor anchor) {
      if (Duration.between(began, clock.instant()).compareTo(TIME_MAX) > 0) {
        throw new IndexException.Unavailable("the index did not count in time", null);
      }
      calls++;
      var cells = scope.selection().sets();
      PositionCodec codec = scope.positions();
      return reader.page(
          new PageQuery(group, cells, cells, codec.layout(), order, window(), anchor, 1, 0));
    }

    /// The window of the scope; without one, the part of the group whose items have a sort value.
    private Window window() {
      SortWindow asked = scope.window();
      return asked != null
          ? asked.window()
          : new Window(
              scope.positions().begin().orElse(null), scope.positions().end().orElse(null));
    }
  }
}
