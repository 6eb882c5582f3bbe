package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The size of an item as DynamoDB counts it.
final class ItemSize {
  /// The largest item: 400 KB.
  static final int BYTES_MAX = 400 * 1024;

  private static final int CONTAINER_BYTES = 3;

  private ItemSize() {}

  static long bytes(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .mapToLong(field -> utf8(field.getKey()) + bytes(field.getValue()))
        .sum();
  }

  private static long bytes(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case N -> (new BigDecimal(value.n()).precision() + 1) / 2 + 1;
      case B -> value.b().asByteArrayUnsafe().length;
      case BOOL, NUL -> 1;
      case M -> CONTAINER_BYTES + value.m().size() + bytes(value.m());
      case L ->
          CONTAINER_BYTES + value.l().size() + value.l().stream().mapToLong(ItemSize::bytes).sum();
      case SS, NS, BS, UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException("JSON has no " + value.type());
    };
  }

  private static int utf8(String text) {
    return text.getBytes(UTF_8).length;
  }
}
