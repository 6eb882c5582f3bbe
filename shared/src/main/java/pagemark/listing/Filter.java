package pagemark.listing;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A filter that readers may ask for.
///
/// @param name the request parameter
/// @param attribute the item's attribute
/// @param values the declared values; any other, or none, is `other`
public record Filter(String name, String attribute, List<FilterValue> values) {
  /// What a request calls all that no declared value matches.
  public static final String OTHER = "other";

  /// The request parameters that are no filters; no filter has the name of one.
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

  public Filter {
    values = List.copyOf(values);
  }

  /// 1 for the first declared value, 0 for `other`.
  ///
  /// @throws UnfitException if the value has no type that this version knows: it may be any value
  int ordinal(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue value = item.get(attribute);
    if (value != null && value.type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
      throw new UnfitException(attribute + " must be of a known type");
    }
    for (int i = 0; value != null && i < values.size(); i++) {
      if (values.get(i).matches(value)) {
        return i + 1;
      }
    }
    return 0;
  }

  /// Of its values in order, and of `other`, which is last.
  public List<Integer> ordinals() {
    return IntStream.rangeClosed(1, values.size() + 1)
        .mapToObj(i -> i > values.size() ? 0 : i)
        .toList();
  }

  /// How a request writes the value of an ordinal.
  public String label(int ordinal) {
    return ordinal == 0 ? OTHER : values.get(ordinal - 1).label();
  }
}
