package pagemark.list;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.entry.Sha256;

/// What a list is: its name, what its items are ordered by, and its filters. A changed definition
/// needs a rebuild.
///
/// @param name 1 to 40 letters, digits, `_` and `-`
/// @param filters the declared values of each filter, by its name; an item with another value, or
///   without one, counts as [#OTHER]. Their combinations are at most 512
public record ListDefinition(
    String name, SortKey.Kind sort, SequencedMap<String, List<String>> filters) {
  /// The value of items that have none of the declared ones.
  public static final String OTHER = "other";

  private static final int CELLS_MAX = 512;

  /// The names of DynamoDB's tables have room for six.
  private static final int HASH_BYTES = 6;

  private static final String NAME = "[a-zA-Z0-9_-]{1,40}";

  public ListDefinition {
    filters = new LinkedHashMap<>(filters);
    checkName("list", name);
    long cells =
        filters.values().stream()
            .mapToLong(values -> values.size() + 1L)
            .reduce(1, (a, b) -> a * b);
    if (cells > CELLS_MAX) {
      throw new IllegalArgumentException(
          "the filters of %s have %d combinations of values; valid: at most %d"
              .formatted(name, cells, CELLS_MAX));
    }
  }

  /// A list without filters.
  public static ListDefinition of(String name, SortKey.Kind sort) {
    return new ListDefinition(name, sort, new LinkedHashMap<>());
  }

  /// The same list with one filter more.
  public ListDefinition filteredBy(String filter, String... values) {
    SequencedMap<String, List<String>> more = new LinkedHashMap<>(filters);
    more.put(filter, List.of(values));
    return new ListDefinition(name, sort, more);
  }

  static void checkName(String what, String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "the %s is called \"%s\"; valid: %s".formatted(what, name, NAME));
    }
  }

  /// What a store calls a generation: its id and a hash of the definition. So a generation that was
  /// begun by another definition is not there.
  String stored(ListGeneration generation) {
    StringJoiner parts = new StringJoiner("/").add(name).add(sort.name());
    filters.forEach(
        (filter, values) -> {
          parts.add("" + values.size());
          Stream.concat(Stream.of(filter), values.stream())
              .forEach(text -> parts.add(text.length() + ":" + text));
        });
    byte[] hash = Sha256.of(parts.toString().getBytes(UTF_8));
    return generation.id() + "-" + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
  }

  Entry entry(ListItem item) {
    if (item.sort().kind() != sort) {
      throw new IllegalArgumentException(
          "the sort key is a %s; valid in %s: a %s".formatted(item.sort().kind(), name, sort));
    }
    item.filters().keySet().forEach(this::checkFilter);
    StringJoiner ordinals = new StringJoiner(".");
    filters.forEach(
        (filter, values) -> {
          int ordinal = values.indexOf(item.filters().getOrDefault(filter, OTHER)) + 1;
          ordinals.add(Integer.toString(ordinal));
        });
    return new Entry(new Cell(ordinals.toString()), item.sort().position(item.key()));
  }

  String key(Position position) {
    return switch (sort) {
      case NUMBER -> position.member().text();
      case TEXT -> SortKey.Text.key(position);
    };
  }

  /// The cells of a selection; the whole group if nothing is chosen.
  ///
  /// @param chosen values by filter
  List<Cell> cells(Map<String, List<String>> chosen) {
    chosen.forEach(this::checkValues);
    return chosen.isEmpty() ? List.of(Cell.WHOLE) : product(chosen);
  }

  /// The cells of all combinations, in the order of the filters' values, [#OTHER] first.
  List<Cell> allCells() {
    return filters.isEmpty() ? List.of(Cell.WHOLE) : product(Map.of());
  }

  private List<Cell> product(Map<String, List<String>> chosen) {
    List<String> names = List.of("");
    for (Map.Entry<String, List<String>> filter : filters.entrySet()) {
      List<String> longer = new ArrayList<>();
      for (String begin : names) {
        for (int ordinal : ordinals(filter.getKey(), chosen.get(filter.getKey()))) {
          longer.add(begin.isEmpty() ? "" + ordinal : begin + "." + ordinal);
        }
      }
      names = longer;
    }
    return names.stream().map(Cell::new).toList();
  }

  private List<Integer> ordinals(String filter, @Nullable List<String> chosen) {
    List<String> values = values(filter);
    List<Integer> ordinals = new ArrayList<>();
    for (int ordinal = 0; ordinal <= values.size(); ordinal++) {
      if (chosen == null || chosen.contains(label(filter, ordinal))) {
        ordinals.add(ordinal);
      }
    }
    return ordinals;
  }

  String label(String filter, int ordinal) {
    return ordinal == 0 ? OTHER : values(filter).get(ordinal - 1);
  }

  private List<String> values(String filter) {
    return filters.getOrDefault(filter, List.of());
  }

  private void checkValues(String filter, List<String> chosen) {
    checkFilter(filter);
    List<String> values = values(filter);
    if (chosen.isEmpty()
        || chosen.stream().anyMatch(v -> !v.equals(OTHER) && !values.contains(v))) {
      throw new IllegalArgumentException(
          "the filter %s is %s; valid: of %s and %s".formatted(filter, chosen, values, OTHER));
    }
  }

  void checkFilter(String filter) {
    if (!filters.containsKey(filter)) {
      throw new IllegalArgumentException(
          "%s has no filter \"%s\"; valid: %s".formatted(name, filter, filters.keySet()));
    }
  }
}
