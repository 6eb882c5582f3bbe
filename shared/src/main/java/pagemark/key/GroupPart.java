package pagemark.key;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A value of an item that names its group, or a part of the group's name. With `each`, a list or
/// set of such values: the item is in a group for each of them.
///
/// @param type string, number or binary
/// @param prefix of a string: `CUSTOMER#alice` gives `alice` with the prefix `CUSTOMER#`, and other
///   values give nothing. Empty if the whole value counts
/// @param each whether the elements of a list or set name groups. Other values do not then, and
///   neither do elements of another type or size
public record GroupPart(AttributePath path, AttributeType type, String prefix, boolean each) {
  /// Whether an item has the value, with more than the prefix; or perhaps one in a list or set.
  boolean isIn(Map<String, AttributeValue> item) {
    AttributeValue value = path.in(item);
    return value != null && (each || hasMore(value));
  }

  private boolean hasMore(AttributeValue value) {
    return prefix.isEmpty()
        || (value.s() != null
            && value.s().startsWith(prefix)
            && value.s().length() > prefix.length());
  }

  /// Writes the values in `item` as texts, without the prefix, each once.
  ///
  /// @param bytesMin the fewest bytes that each may have
  /// @throws UnfitException if the only value is missing, or has the wrong type or size
  Set<String> texts(Map<String, AttributeValue> item, int bytesMin) throws UnfitException {
    if (!each) {
      return Set.of(text(path.in(item), bytesMin));
    }
    Set<String> texts = new LinkedHashSet<>();
    for (AttributeValue value : path.all(item, true)) {
      if (hasMore(value)) {
        try {
          texts.add(text(value, bytesMin));
        } catch (UnfitException e) {
          // an element that names no group
        }
      }
    }
    return texts;
  }

  private String text(@Nullable AttributeValue value, int bytesMin) throws UnfitException {
    Bytes bytes = KeyAttribute.sized(path.toString(), type, value, bytesMin);
    return type.text(type.value(bytes)).substring(prefix.length());
  }
}
