package pagemark.listing.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.FilterValue;
import pagemark.listing.PageSize;

/// Reads the field `filters` of a listing, and the values of filters and conditions.
final class FilterReader {
  private static final String DAY = "2024-01-01";

  private static final int CELLS_MAX = PageSize.CELLS_LIMIT;

  private FilterReader() {}

  /// The filters of a listing.
  ///
  /// @param declared those whose values the listing declares
  /// @param open those with any value
  record Filters(List<Filter> declared, List<OpenFilter> open) {
    static final Filters NONE = new Filters(List.of(), List.of());
  }

  static Filters read(JsonValue node) {
    if (node.isMissing()) {
      return Filters.NONE;
    }
    if (!node.json().isObject() || node.json().isEmpty()) {
      node.refuse("must be an object with at least one filter");
      return Filters.NONE;
    }
    List<JsonValue> all = node.fields();
    all.forEach(FilterReader::checkName);
    List<Filter> declared =
        all.stream().filter(filter -> !isOpen(filter)).map(FilterReader::declared).toList();
    checkCells(node, declared);
    return new Filters(
        declared, all.stream().filter(FilterReader::isOpen).map(FilterReader::open).toList());
  }

  private static void checkCells(JsonValue node, List<Filter> filters) {
    long cells = 1;
    for (Filter filter : filters) {
      cells = Math.min(cells * (filter.values().size() + 1), Integer.MAX_VALUE);
    }
    if (cells > CELLS_MAX) {
      node.mistake(
          "has %d combinations of values (with other); the maximum is %d"
              .formatted(cells, CELLS_MAX));
    }
  }

  private static void checkName(JsonValue node) {
    if (!node.name().matches("[a-zA-Z][a-zA-Z0-9_-]{0,39}")) {
      node.mistake("must have a name of 1 to 40 letters, digits, _ and -, with a letter first");
    }
    if (Filter.RESERVED.contains(node.name())) {
      node.mistake(
          "is named like a request parameter. Reserved names: "
              + String.join(", ", new TreeSet<>(Filter.RESERVED)));
    }
  }

  private static boolean isOpen(JsonValue node) {
    return OpenFilter.ANY.equals(node.at("values").json().textValue());
  }

  private static OpenFilter open(JsonValue node) {
    node.isObject(List.of("attribute", "path", "values", "each"));
    return new OpenFilter(node.name(), node.place(), node.at("each").isTrue());
  }

  private static Filter declared(JsonValue node) {
    node.isObject(List.of("attribute", "path", "values", "ranges", "type", "pattern", "each"));
    node.given(List.of("each"))
        .forEach(field -> field.mistake("is valid only with \"values\": \"any\""));
    JsonValue ranges = node.at("ranges");
    if (ranges.isMissing()) {
      node.given(List.of("type", "pattern"))
          .forEach(field -> field.mistake("is valid only with ranges of times"));
      return new Filter(node.name(), node.place(), values(node.at("values"), true));
    }
    if (!node.at("values").isMissing()) {
      ranges.mistake("stands beside values; give one of them");
    }
    return new Filter(node.name(), node.place(), ranges(node));
  }

  /// @param requested whether requests name these values, joined by commas
  static List<FilterValue> values(JsonValue node, boolean requested) {
    if (!node.json().isArray() || node.json().isEmpty()) {
      node.refuse(
          "must be a list of at least one number, text, true or false"
              + (requested ? "; or \"any\", if any value may be asked for" : ""));
      return List.of();
    }
    List<FilterValue> values =
        node.elements().stream().map(element -> value(element, requested)).toList();
    if (values.stream().map(FilterValue::label).distinct().count() < values.size()) {
      node.refuse("has two values with the same text");
    }
    return values;
  }

  private static FilterValue value(JsonValue node, boolean requested) {
    JsonNode json = node.json();
    if (json.isNumber()) {
      return new FilterValue.Numeric(json.decimalValue());
    }
    if (json.isBoolean()) {
      return new FilterValue.Bool(json.booleanValue());
    }
    if (json.isTextual() && json.textValue().matches(requested ? "[^,]{0,255}" : "(?s).{0,255}")) {
      if (requested && json.textValue().equals(Filter.OTHER)) {
        node.refuse("is reserved: other selects all values that are not declared");
      }
      return new FilterValue.Text(json.textValue());
    }
    node.refuse(
        "must be a number, true, false, or a text of at most 255 characters"
            + (requested ? " without a comma" : ""));
    return new FilterValue.Numeric(BigDecimal.ZERO);
  }

  /// Reads the field `ranges` of a filter: the ranges below, between and above its borders. They
  /// are numbers, or times if the filter has a `type`.
  ///
  /// @param filter has the fields `ranges`, and perhaps `type` and `pattern`
  static List<FilterValue> ranges(JsonValue filter) {
    JsonValue ranges = filter.at("ranges");
    if (filter.at("type").isMissing()) {
      SortReader.refuse(filter, "pattern", "datetime");
      return ranges(ranges, FilterReader::number, FilterValue.Range::new);
    }
    return filter.at("type").oneOf(SortReader.timeTypes()) != null
            && SortReader.type(filter) instanceof SortType.AsTime type
        ? ranges(
            ranges, FilterReader::time, (from, to) -> new FilterValue.TimeRange(type, from, to))
        : List.of();
  }

  private interface Between<B> {
    FilterValue range(@Nullable B from, @Nullable B to);
  }

  private static <B extends Comparable<? super B>> List<FilterValue> ranges(
      JsonValue node, Function<JsonValue, Optional<B>> reader, Between<B> between) {
    List<FilterValue> ranges = new ArrayList<>();
    @Nullable B below = null;
    for (JsonValue element : node.elements()) {
      Optional<B> border = reader.apply(element);
      if (border.isEmpty()) {
        return List.of();
      }
      if (below != null && border.get().compareTo(below) <= 0) {
        element.refuse("must be larger than the border before it");
      }
      ranges.add(between.range(below, border.get()));
      below = border.get();
    }
    if (below == null) {
      node.refuse("must be a list of at least one border");
    } else {
      ranges.add(between.range(below, null));
    }
    return ranges;
  }

  private static Optional<BigDecimal> number(JsonValue node) {
    if (node.json().isNumber()) {
      return Optional.of(node.json().decimalValue());
    }
    node.refuse(
        "must be a number, or a time if the filter has a \"type\" of "
            + String.join(", ", SortReader.timeTypes().keySet()));
    return Optional.empty();
  }

  private static Optional<LocalDateTime> time(JsonValue node) {
    String text = node.json().isTextual() ? node.json().textValue() : "";
    try {
      boolean isDay = text.length() == DAY.length();
      LocalDateTime time = LocalDateTime.parse(isDay ? text + "T00:00" : text);
      if (time.getYear() >= 0 && time.getYear() <= 9999) {
        return Optional.of(time);
      }
    } catch (DateTimeException e) {
      // refused below
    }
    node.refuse("must be a date such as 2024-01-01, or a time in UTC such as 2024-01-01T07:40");
    return Optional.empty();
  }
}
