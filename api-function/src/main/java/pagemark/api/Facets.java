package pagemark.api;

import java.math.BigDecimal;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// How many items of a group each filter's values have.
///
/// @param total items that match all filters of the request
/// @param exact whether the index that was counted is known to hold what the table holds
/// @param byFilter in the definition's order
record Facets(long total, boolean exact, List<Facet> byFilter, Page.Spent spent) {
  Facets {
    byFilter = List.copyOf(byFilter);
  }

  /// @param counts by the filter's values as requests write them, `other` last: the items that
  ///   match the other filters
  /// @param mean null for a filter that does not have numbers alone
  record Facet(String filter, SequencedMap<String, Long> counts, @Nullable Mean mean) {}

  /// Of the values of the items counted, but for those in `other`.
  ///
  /// @param value at most 6 digits; null of none
  record Mean(@Nullable BigDecimal value) {}
}
