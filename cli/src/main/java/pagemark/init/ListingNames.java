package pagemark.init;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the names of listings from the names of a table and its indexes.
final class ListingNames {
  private static final int LENGTH_MAX = 40;
  private static final int SUFFIX_MAX = 3;
  private final Set<String> taken = new HashSet<>(Set.of("health", "local"));

  /// @param index null for the table itself, or if there is only one listing
  String name(String table, @Nullable String index) {
    String name = slug(index == null ? table : table + "-" + index);
    String base = shortened(name.matches("[a-z].*") ? name : "items-" + name, LENGTH_MAX);
    String unique = base;
    for (int i = 2; !taken.add(unique); i++) {
      unique = shortened(base, LENGTH_MAX - SUFFIX_MAX) + "-" + i;
    }
    return unique;
  }

  /// `byCustomer` becomes `by-customer`.
  private static String slug(String text) {
    return text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-+|-+$", "");
  }

  private static String shortened(String text, int max) {
    return text.substring(0, Math.min(max, text.length())).replaceAll("-+$", "");
  }
}
