package pagemark.key;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A group or key attribute of a listing: its name in the table and its type.
public record KeyAttribute(String name, AttributeType type) {
  /// DynamoDB's limit on a partition key, in bytes.
  private static final int BYTES_MAX = 2048;

  /// The attribute's text in `item`.
  ///
  /// @throws UnfitException where it is missing, or not of its type
  public String text(Map<String, AttributeValue> item) throws UnfitException {
    Bytes bytes = bytes(item);
    return type.text(type.value(bytes));
  }

  /// The attribute's value in the items of `group`, which is one of this attribute.
  public AttributeValue value(Group group) {
    try {
      return type.value(group.text());
    } catch (UnfitException e) {
      throw new IllegalArgumentException("not a group of the type " + type, e);
    }
  }

  /// The attribute's bytes in `item`, 1 to 2,048 of them.
  ///
  /// @throws UnfitException as [#text]
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
