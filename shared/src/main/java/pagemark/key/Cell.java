package pagemark.key;

import java.util.Arrays;
import java.util.List;

/// The items of a group with one combination of filter values.
///
/// @param name one ordinal per filter, in the definition's order, joined by dots: 0 is `other`, 1
///   the first declared value; empty for a listing without filters
public record Cell(String name) {
  /// The only cell of a listing without filters; it has no sorted set beside `all`.
  public static final Cell WHOLE = new Cell("");

  public boolean isWhole() {
    return name.isEmpty();
  }

  /// One for each filter; none for a listing without filters.
  public List<Integer> ordinals() {
    return isWhole()
        ? List.of()
        : Arrays.stream(name.split("\\.", -1)).map(Integer::valueOf).toList();
  }
}
