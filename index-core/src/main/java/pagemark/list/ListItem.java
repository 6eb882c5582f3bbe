package pagemark.list;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/// What an index holds of an item.
///
/// @param group 1 to 2,048 bytes of UTF-8; each group is listed by itself
/// @param key 1 to 2,048 bytes of UTF-8; names the item in the source, once in each group
/// @param filters the item's value of each filter of its list, and of no other
public record ListItem(String group, String key, SortKey sort, Map<String, String> filters) {
  static final int BYTES_MAX = 2_048;

  public ListItem {
    filters = Map.copyOf(filters);
    check("group", group, 1, BYTES_MAX);
    check("key", key, 1, BYTES_MAX);
  }

  public ListItem(String group, String key, SortKey sort) {
    this(group, key, sort, Map.of());
  }

  static void check(String what, String text, int min, int max) {
    int bytes = text.getBytes(UTF_8).length;
    if (bytes < min || bytes > max) {
      throw new IllegalArgumentException(
          "the %s has %d bytes; valid: %d to %d".formatted(what, bytes, min, max));
    }
    if (!UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          "the %s has half of a surrogate pair; valid: both or none".formatted(what));
    }
  }
}
