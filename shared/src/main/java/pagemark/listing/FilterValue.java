package pagemark.listing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributeType;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A declared value of a filter or condition. A JSON number matches attributes of type N, a JSON
/// string those of type S, true and false those of type BOOL. A range matches numbers, or times.
public sealed interface FilterValue {
  record Text(String value) implements FilterValue {}

  record Numeric(BigDecimal value) implements FilterValue {}

  record Bool(boolean value) implements FilterValue {}

  /// The numbers from one border to the next: `10..50` has 10 and not 50.
  ///
  /// @param from the smallest number; null if there is no border
  /// @param to the border above all numbers; null if there is none
  record Range(@Nullable BigDecimal from, @Nullable BigDecimal to) implements FilterValue {
    private boolean holds(BigDecimal number) {
      return (from == null || number.compareTo(from) >= 0)
          && (to == null || number.compareTo(to) < 0);
    }

    private static String text(@Nullable BigDecimal border) {
      return border == null ? "" : AttributeType.canonical(border);
    }
  }

  /// The times from one border to the next: `2024-01-01..2025-01-01` has the first moment of 2024
  /// and not that of 2025.
  ///
  /// @param type how times are stored
  /// @param from the first moment, in UTC; null if there is no border
  /// @param to the border after all moments; null if there is none
  record TimeRange(SortType.AsTime type, @Nullable LocalDateTime from, @Nullable LocalDateTime to)
      implements FilterValue {
    private boolean holds(AttributeValue attribute) {
      try {
        LocalDateTime time = type.time(attribute);
        return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
      } catch (UnfitException e) {
        return false;
      }
    }

    /// A border as requests and definitions have it: `2024-01-01`, or `2024-01-01T07:40`.
    private static String text(@Nullable LocalDateTime border) {
      if (border == null) {
        return "";
      }
      boolean isDay = border.toLocalTime().equals(LocalTime.MIDNIGHT);
      return isDay ? border.toLocalDate().toString() : border.toString();
    }
  }

  default boolean matches(AttributeValue attribute) {
    return switch (this) {
      case Text(var text) -> text.equals(attribute.s());
      case Bool(var bool) -> attribute.bool() != null && bool == attribute.bool();
      case TimeRange times -> times.holds(attribute);
      case Numeric _, Range _ when attribute.n() == null -> false;
      case Numeric(var value) -> value.compareTo(new BigDecimal(attribute.n())) == 0;
      case Range range -> range.holds(new BigDecimal(attribute.n()));
    };
  }

  /// The text with which a request selects the value.
  default String label() {
    return switch (this) {
      case Text(var text) -> text;
      case Numeric(var number) -> AttributeType.canonical(number);
      case Bool(var bool) -> Boolean.toString(bool);
      case Range(var from, var to) -> Range.text(from) + ".." + Range.text(to);
      case TimeRange(_, var from, var to) -> TimeRange.text(from) + ".." + TimeRange.text(to);
    };
  }

  /// The label for messages.
  default String shown() {
    return label().isEmpty() ? "\"\"" : label();
  }

  /// Adds a field with these values, none of which is a range.
  static void put(ObjectNode json, String field, List<FilterValue> values) {
    ArrayNode array = json.putArray(field);
    for (FilterValue value : values) {
      switch (value) {
        case Text(var text) -> array.add(text);
        case Numeric(var number) -> array.add(number);
        case Bool(var bool) -> array.add(bool);
        case Range _, TimeRange _ ->
            throw new IllegalArgumentException("a range: " + value.label());
      }
    }
  }

  /// Adds the borders between ranges, and how times are stored if they are times.
  static void putRanges(ObjectNode json, List<FilterValue> ranges) {
    if (ranges.getFirst() instanceof TimeRange(var type, _, _)) {
      type.put(json);
    }
    ArrayNode borders = json.putArray("ranges");
    for (FilterValue range : ranges) {
      switch (range) {
        case Range(var from, _) when from != null -> borders.add(from);
        case TimeRange(_, var from, _) when from != null -> borders.add(TimeRange.text(from));
        default -> {
          // The first range has no border below it.
        }
      }
    }
  }
}
