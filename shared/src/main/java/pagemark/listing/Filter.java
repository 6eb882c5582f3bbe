package pagemark.listing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import pagemark.entry.Bytes;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.KeyAttribute;
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

  /// A filter whose values nobody declares: strings, numbers, true and false. The items of each
  /// value are a group of the index, within their own one, so a request names one value of one such
  /// filter.
  ///
  /// @param name the request parameter
  /// @param path the place in an item that it looks at
  /// @param each whether the elements of a list or set are the values, and anything else is none
  public record OpenFilter(String name, AttributePath path, boolean each) {
    /// The word that stands for the values in `listings.json`.
    public static final String ANY = "any";

    /// The values of an item, each once. The string `1` and the number 1.0 are one value. What has
    /// another type, is empty, or has over 2,048 bytes is no value.
    ///
    /// @throws UnfitException if this version of the SDK does not know the type of a value
    public Set<String> texts(Map<String, AttributeValue> item) throws UnfitException {
      Set<String> texts = new LinkedHashSet<>();
      path.all(item, each).forEach(value -> text(value).ifPresent(texts::add));
      return texts;
    }

    private static Optional<String> text(AttributeValue value) {
      return Optional.ofNullable(
              switch (value.type()) {
                case S -> value.s();
                case N -> AttributeType.canonical(new BigDecimal(value.n()));
                case BOOL -> value.bool().toString();
                default -> null;
              })
          .filter(OpenFilter::isValue);
    }

    /// Whether items can have a value of this text.
    public static boolean isValue(String text) {
      int bytes = Bytes.utf8(text).length();
      return bytes > 0 && bytes <= KeyAttribute.BYTES_MAX;
    }

    /// The filter as `listings.json` declares it under its name.
    public ObjectNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      path.put(json);
      json.put("values", ANY);
      return each ? json.put("each", true) : json;
    }

    /// A value of an open filter, as requests write it.
    public record OpenValue(OpenFilter filter, String text) {}
  }
}
