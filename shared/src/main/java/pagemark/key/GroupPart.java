package pagemark.key;

import java.util.Map;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A value of an item that names its group, or a part of the group's name.
///
/// @param type string, number or binary
/// @param prefix of a string: `CUSTOMER#alice` gives `alice` with the prefix `CUSTOMER#`, and other
///   values give nothing. Empty if the whole value counts
public record GroupPart(AttributePath path, AttributeType type, String prefix) {
  /// Whether an item has the value, with more than the prefix.
  boolean isIn(Map<String, AttributeValue> item) {
    AttributeValue value = path.in(item);
    return value != null
        && (prefix.isEmpty()
            || (value.s() != null
                && value.s().startsWith(prefix)
                && value.s().length() > prefix.length()));
  }

  /// Writes the value in `item` as text, without the prefix.
  ///
  /// @param bytesMin the fewest bytes that it may have
  /// @throws UnfitException if the value is missing, or has the wrong type or size
  String text(Map<String, AttributeValue> item, int bytesMin) throws UnfitException {
    Bytes bytes = KeyAttribute.sized(path.toString(), type, path.in(item), bytesMin);
    return type.text(type.value(bytes)).substring(prefix.length());
  }
}
