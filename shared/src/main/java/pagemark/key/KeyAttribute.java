package pagemark.key;

import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A group or key attribute of a listing: its name in the table and its type.
///
/// @param prefix of a string that names a group: the group of `CUSTOMER#alice` is `alice` with the
///   prefix `CUSTOMER#`, and other values name none. Empty if the whole value names the group, and
///   for key attributes
public record KeyAttribute(String name, AttributeType type, String prefix) {
  /// DynamoDB's limit on a partition key, in bytes.
  public static final int BYTES_MAX = 2048;

  /// An attribute whose whole value counts.
  public KeyAttribute(String name, AttributeType type) {
    this(name, type, "");
  }

  /// Whether an item has the attribute, with more than the prefix.
  public boolean isIn(Map<String, AttributeValue> item) {
    AttributeValue value = item.get(name);
    return value != null
        && (prefix.isEmpty()
            || (value.s() != null
                && value.s().startsWith(prefix)
                && value.s().length() > prefix.length()));
  }

  /// Writes the attribute of `item` as text, without the prefix.
  ///
  /// @throws UnfitException if the attribute is missing or has the wrong type
  public String text(Map<String, AttributeValue> item) throws UnfitException {
    Bytes bytes = bytes(item);
    return type.text(type.value(bytes)).substring(prefix.length());
  }

  /// The value of this attribute in the items of `group`.
  ///
  /// @throws IllegalArgumentException if the group's text does not fit the attribute's type
  public AttributeValue value(Group group) {
    try {
      return type.value(prefix + group.text());
    } catch (UnfitException e) {
      throw new IllegalArgumentException("not a group of the type " + type, e);
    }
  }

  /// Writes the attribute of `item` as 1 to 2,048 bytes.
  ///
  /// @throws UnfitException as [#text] does
  Bytes bytes(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new UnfitException(name + " is missing");
    }
    try {
      Bytes bytes = type.bytes(value);
      if (bytes.length() == 0 || bytes.length() > BYTES_MAX) {
        throw new UnfitException("must have 1 to 2048 bytes");
      }
      return bytes;
    } catch (UnfitException e) {
      throw e.about(name);
    }
  }
}
