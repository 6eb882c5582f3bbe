package pagemark.list;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pagemark.entry.Order;

/// Whose pages are asked for.
///
/// @param filters the chosen values of each filter; none for all items
/// @param size how many items a page has, 1 to 100
public record ListQuery(String group, Map<String, List<String>> filters, Order order, int size) {
  private static final int SIZE = 20;
  private static final int SIZE_MAX = 100;

  public ListQuery {
    filters = Map.copyOf(filters);
    ListItem.check("group", group, 1, ListItem.BYTES_MAX);
    if (size < 1 || size > SIZE_MAX) {
      throw new IllegalArgumentException(
          "the size is %d; valid: 1 to %d".formatted(size, SIZE_MAX));
    }
  }

  /// All items of a group, the largest sort key first, 20 on a page.
  public static ListQuery of(String group) {
    return new ListQuery(group, Map.of(), Order.DESCENDING, SIZE);
  }

  /// The items that have one of these values.
  public ListQuery where(String filter, String... values) {
    Map<String, List<String>> more = new LinkedHashMap<>(filters);
    more.put(filter, List.of(values));
    return new ListQuery(group, more, order, size);
  }

  /// With the smallest sort key first.
  public ListQuery ascending() {
    return new ListQuery(group, filters, Order.ASCENDING, size);
  }

  public ListQuery size(int items) {
    return new ListQuery(group, filters, order, items);
  }
}
