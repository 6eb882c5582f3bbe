package pagemark.key;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A group or key attribute of a listing: its name in the table and its type.
public record KeyAttribute(String name, AttributeType type) {
  /// The attribute's text in `item`.
  ///
  /// @throws UnfitException where it is missing or of another DynamoDB type
  public String text(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new UnfitException(name + " is missing");
    }
    try {
      return type.text(value);
    } catch (UnfitException e) {
      throw new UnfitException(name + " " + e.reason());
    }
  }
}
