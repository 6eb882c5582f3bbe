package pagemark.list;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/// What an index holds of an item.
///
/// @param group 1 to 2,048 bytes; each group is listed by itself
/// @param key 1 to 2,048 bytes; names the item in the source, once in each group
/// @param filters the item's value of each filter
public record ListItem(String group, String key, SortKey sort, Map<String, String> filters) {
  private static final int BYTES_MAX = 2_048;

  public ListItem {
    filters = Map.copyOf(filters);
    check("group", group);
    check("key", key);
  }

  public ListItem(String group, String key, SortKey sort) {
    this(group, key, sort, Map.of());
  }

  static void check(String what, String text) {
    int bytes = text.getBytes(UTF_8).length;
    if (bytes < 1 || bytes > BYTES_MAX) {
      throw new IllegalArgumentException(
          "the %s has %d bytes; valid: 1 to %d".formatted(what, bytes, BYTES_MAX));
    }
  }
}
