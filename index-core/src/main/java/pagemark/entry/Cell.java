package pagemark.entry;

import java.util.ArrayList;
import java.util.List;

/// The items of a group that have one combination of filter values.
///
/// @param name one ordinal per filter, in the definition's order, joined by dots. 0 is `other`, 1
///   is the first declared value: `4.2`. Empty if the listing has no filters
public record Cell(String name) {
  /// The only cell of a listing without filters. In Redis it has no sorted set beside `all`.
  public static final Cell WHOLE = new Cell("");

  public boolean isWhole() {
    return name.isEmpty();
  }

  /// The ordinal of each filter, in the definition's order. Empty if the listing has no filters.
  public List<Integer> ordinals() {
    List<Integer> ordinals = new ArrayList<>();
    int from = 0;
    while (from < name.length()) {
      int dot = name.indexOf('.', from);
      int end = dot < 0 ? name.length() : dot;
      ordinals.add(Integer.parseInt(name, from, end, 10));
      from = end + 1;
    }
    return ordinals;
  }
}
