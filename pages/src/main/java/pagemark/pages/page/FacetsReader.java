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
import pagemark.entry.Cell;
import pagemark.index.CountQuery;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.FilterValue;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Selection;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Facets;
import pagemark.pages.scope.Scope;

/// Counts the items of a group by the values of each filter. One call of the index returns the
/// sizes of all cells of the group, at one moment; the facets are sums of these. Each filter is
/// counted under the other filters of the request. No item is read.
public final class FacetsReader {
  private static final MathContext MEAN_DIGITS = new MathContext(6);

  private final ServingIndex index;
  private final InstantSource clock;

  public FacetsReader(ServingIndex index, InstantSource clock) {
    this.index = index;
    this.clock = clock;
  }

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
}
