package pagemark.pages.result;

import java.util.List;
import pagemark.pages.scope.Scope;

/// How the items of a group, selection and window are spread over their sort values.
///
/// @param exact false if the index may differ from the table
/// @param bars in the order of the sort values, the empty ones between them too; none if no item
///   has a sort value. All but the last end where the next one begins
public record Bars(Scope scope, boolean exact, List<Bar> bars, Cost cost) {
  public Bars {
    bars = List.copyOf(bars);
  }

  /// @param from the sort value at which it begins, in the form of links
  public record Bar(String from, long items) {}
}
