package pagemark.key;

import pagemark.entry.Bytes;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Binary values in the order of their unsigned bytes.
public record BinarySort() implements SortType.AsBytes {
  @Override
  public Bytes bytes(AttributeValue value) throws UnfitException {
    return AttributeType.BINARY.bytes(value);
  }

  @Override
  public AttributeValue value(Bytes bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes.toArray()));
  }
}
