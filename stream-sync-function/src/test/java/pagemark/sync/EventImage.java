package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// Converts items of strings and numbers to images of Lambda events.
final class EventImage {
  private EventImage() {}

  static Map<String, AttributeValue> of(
      Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> item) {
    Map<String, AttributeValue> image = new LinkedHashMap<>();
    item.forEach(
        (name, value) ->
            image.put(
                name,
                value.s() == null
                    ? new AttributeValue().withN(value.n())
                    : new AttributeValue(value.s())));
    return image;
  }
}
