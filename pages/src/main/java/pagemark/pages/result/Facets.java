package pagemark.pages.result;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import pagemark.pages.scope.Scope;

/// The counts of a group's items by the values of each filter.
///
/// @param scope its group, selection and window are counted
/// @param total how many items match all filters of the scope
/// @param exact false if the index may differ from the table
/// @param byFilter in the definition's order
public record Facets(Scope scope, long total, boolean exact, List<Facet> byFilter, Cost cost) {
  public Facets {
    byFilter = List.copyOf(byFilter);
  }

  /// @param counts how many of the items that match the other filters have each value; `other` is
  ///   last
  /// @param mean empty if not all values of the filter are numbers
  public record Facet(String filter, SequencedMap<String, Long> counts, Optional<Mean> mean) {}

  /// The mean of the filter's values over the counted items, without those in `other`.
  ///
  /// @param value of at most 6 digits; empty if no items were counted
  public record Mean(Optional<BigDecimal> value) {}
}
