package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// Converts items to images of Lambda events: strings, numbers, booleans, lists and sets of
/// strings.
final class EventImage {
  private EventImage() {}

  static Map<String, AttributeValue> of(
      Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> item) {
    Map<String, AttributeValue> image = new LinkedHashMap<>();
    item.forEach((name, value) -> image.put(name, of(value)));
    return image;
  }

  private static AttributeValue of(
      software.amazon.awssdk.services.dynamodb.model.AttributeValue value) {
    return switch (value.type()) {
      case S -> new AttributeValue(value.s());
      case N -> new AttributeValue().withN(value.n());
      case BOOL -> new AttributeValue().withBOOL(value.bool());
      case L -> new AttributeValue().withL(value.l().stream().map(EventImage::of).toList());
      case SS -> new AttributeValue().withSS(value.ss());
      default -> throw new IllegalArgumentException("a value of type " + value.type());
    };
  }
}
