package pagemark.listing.json;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.key.SortType;
import pagemark.listing.FilterValue;

/// Reads the field `ranges` of a filter: the ranges below, between and above its borders. They are
/// numbers, or times if the filter has a `type`.
final class RangesReader {
  private static final String DAY = "2024-01-01";

  private RangesReader() {}

  /// @param filter has the fields `ranges`, and perhaps `type` and `pattern`
  static List<FilterValue> read(JsonValue filter) {
    JsonValue ranges = filter.at("ranges");
    if (filter.at("type").isMissing()) {
      if (!filter.at("pattern").isMissing()) {
        filter.at("pattern").refuse("is valid only with type datetime");
      }
      return ranges(ranges, RangesReader::number, FilterValue.Range::new);
    }
    return filter.at("type").oneOf(SortReader.timeTypes()) != null
            && SortReader.type(filter) instanceof SortType.AsTime type
        ? ranges(
            ranges, RangesReader::time, (from, to) -> new FilterValue.TimeRange(type, from, to))
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
            + String.join(", ", SortReader.timeTypes()));
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
