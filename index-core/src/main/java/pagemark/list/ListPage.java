package pagemark.list;

import java.util.List;

/// A page, at one moment.
///
/// @param number from 1
/// @param total how many items match
/// @param keys of the page's items, in its order; the source has the items
public record ListPage(long number, int size, long total, List<String> keys) {
  public ListPage {
    keys = List.copyOf(keys);
  }

  /// How many pages there are.
  public long pages() {
    return (total + size - 1) / size;
  }
}
