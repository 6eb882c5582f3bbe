package pagemark.key;

import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Strings in the order of their UTF-8 bytes.
public record StringSort() implements SortType.AsBytes {
  @Override
  public Bytes bytes(AttributeValue value) throws UnfitException {
    return AttributeType.STRING.bytes(value);
  }

  @Override
  public AttributeValue value(Bytes bytes) {
    return AttributeValue.fromS(bytes.text());
  }
}
