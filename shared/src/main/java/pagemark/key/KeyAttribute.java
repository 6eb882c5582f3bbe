package pagemark.key;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An attribute of a table's or an index's key: its name in the table and its type.
public record KeyAttribute(String name, AttributeType type) {
  /// DynamoDB's limit on a partition key, in bytes.
  public static final int BYTES_MAX = 2048;

  /// Writes the attribute of `item` as text.
  ///
  /// @throws UnfitException if the attribute is missing or has the wrong type
  public String text(Map<String, AttributeValue> item) throws UnfitException {
    return type.text(type.value(bytes(item)));
  }

  /// The value with this text.
  ///
  /// @throws IllegalArgumentException if the text does not fit the attribute's type
  public AttributeValue value(String text) {
    try {
      return type.value(text);
    } catch (UnfitException e) {
      throw new IllegalArgumentException("not a value of the type " + type, e);
    }
  }

  /// Writes the attribute of `item` as 1 to 2,048 bytes.
  ///
  /// @throws UnfitException as [#text] does
  Bytes bytes(Map<String, AttributeValue> item) throws UnfitException {
    return sized(name, type, item.get(name), 1);
  }

  /// Writes a value as bytes.
  ///
  /// @param name as people read it
  /// @param bytesMin the fewest bytes that it may have
  static Bytes sized(String name, AttributeType type, @Nullable AttributeValue value, int bytesMin)
      throws UnfitException {
    if (value == null) {
      throw new UnfitException(name + " is missing");
    }
    try {
      Bytes bytes = type.bytes(value);
      if (bytes.length() < bytesMin || bytes.length() > BYTES_MAX) {
        throw new UnfitException("must have %d to 2048 bytes".formatted(bytesMin));
      }
      return bytes;
    } catch (UnfitException e) {
      throw e.about(name);
    }
  }
}
