package pagemark.api;

import java.math.BigDecimal;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The counts of a group's items by the values of each filter.
///
/// @param total how many items match all filters of the request
/// @param exact false if the index may differ from the table
/// @param byFilter in the definition's order
record Facets(long total, boolean exact, List<Facet> byFilter, Page.Spent spent) {
  Facets {
    byFilter = List.copyOf(byFilter);
  }

  /// @param counts how many of the items that match the other filters have each value; `other` is
  ///   last
  /// @param mean null if not all values of the filter are numbers
  record Facet(String filter, SequencedMap<String, Long> counts, @Nullable Mean mean) {}

  /// The mean of the filter's values over the counted items, without those in `other`.
  ///
  /// @param value of at most 6 digits; null if no items were counted
  record Mean(@Nullable BigDecimal value) {}
}
