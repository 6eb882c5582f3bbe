package pagemark.sync;

import static software.amazon.awssdk.core.SdkBytes.fromByteBuffer;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Converts attribute values of Lambda's event library to those of the AWS SDK. Both libraries
/// model the same format.
final class EventAttributes {
  private static final AttributeValue TYPELESS = AttributeValue.builder().build();

  private EventAttributes() {}

  /// Converts all attributes of an item, nested ones too; null gives an empty map. A value whose
  /// type is missing, or unknown to Lambda's library, has no type in the result. It is poison if a
  /// listing uses the attribute, and harmless otherwise.
  static Map<String, AttributeValue> convert(
      @Nullable
          Map<String, com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue>
          attributes) {
    Map<String, AttributeValue> converted = new LinkedHashMap<>();
    if (attributes != null) {
      attributes.forEach((name, value) -> converted.put(name, convert(value)));
    }
    return converted;
  }

  private static AttributeValue convert(
      com.amazonaws.services.lambda.runtime.events.models.dynamodb.@Nullable AttributeValue value) {
    if (value == null) {
      return TYPELESS;
    }
    if (value.getS() != null) {
      return AttributeValue.fromS(value.getS());
    }
    if (value.getN() != null) {
      return AttributeValue.fromN(value.getN());
    }
    if (value.getB() != null) {
      return AttributeValue.fromB(fromByteBuffer(value.getB()));
    }
    if (value.getBOOL() != null) {
      return AttributeValue.fromBool(value.getBOOL());
    }
    if (value.getNULL() != null) {
      return AttributeValue.fromNul(value.getNULL());
    }
    return convertContainer(value);
  }

  private static AttributeValue convertContainer(
      com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue value) {
    if (value.getM() != null) {
      return AttributeValue.fromM(convert(value.getM()));
    }
    if (value.getL() != null) {
      return AttributeValue.fromL(value.getL().stream().map(EventAttributes::convert).toList());
    }
    if (value.getSS() != null) {
      return AttributeValue.fromSs(value.getSS());
    }
    if (value.getNS() != null) {
      return AttributeValue.fromNs(value.getNS());
    }
    if (value.getBS() != null) {
      return AttributeValue.fromBs(
          value.getBS().stream().map((ByteBuffer bytes) -> fromByteBuffer(bytes)).toList());
    }
    return TYPELESS;
  }
}
