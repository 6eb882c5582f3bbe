package pagemark.listing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.key.AttributePath;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A filter that requests may use.
///
/// @param name the request parameter
/// @param path the place in an item that it looks at
/// @param values the declared values, or the ranges between declared borders; every other value,
///   and a missing one, is `other`
public record Filter(String name, AttributePath path, List<FilterValue> values) {
  /// The text with which a request selects all values that are not declared.
  public static final String OTHER = "other";

  /// The request parameters that are not filters. A filter must not have one of these names.
  public static final List<String> RESERVED =
      List.of(
          "group",
          "page",
          "skip",
          "size",
          "order",
          "from",
          "to",
          "at",
          "item",
          "cursor",
          "numbering");

  /// The request parameters that were added later. A filter may have one of these names: in its
  /// listing the parameter is the filter.
  public static final List<String> ADDED =
      List.of("prefix", "sort", "during", "zone", "key", "bars", "only", "fields");

  public Filter {
    values = List.copyOf(values);
  }

  /// The ordinal of an item's value: 1 for the first declared value, 0 for `other`.
  ///
  /// @throws UnfitException if this version of the SDK does not know the value's type: it could be
  ///   a declared value
  int ordinal(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue value = path.in(item);
    if (value == null) {
      return 0;
    }
    AttributeValue known = path.known(value);
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).matches(known)) {
        return i + 1;
      }
    }
    return 0;
  }

  /// Whether the values are ranges between declared borders.
  public boolean hasRanges() {
    return values.stream()
        .anyMatch(
            value -> value instanceof FilterValue.Range || value instanceof FilterValue.TimeRange);
  }

  /// The ordinals of the declared values in order, then that of `other`.
  public List<Integer> ordinals() {
    return IntStream.rangeClosed(1, values.size() + 1)
        .mapToObj(i -> i > values.size() ? 0 : i)
        .toList();
  }

  /// The filter as `listings.json` declares it under its name.
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    path.put(json);
    if (hasRanges()) {
      FilterValue.putRanges(json, values);
    } else {
      FilterValue.put(json, "values", values);
    }
    return json;
  }

  /// The text with which a request selects an ordinal.
  public String label(int ordinal) {
    return ordinal == 0 ? OTHER : values.get(ordinal - 1).label();
  }
}
