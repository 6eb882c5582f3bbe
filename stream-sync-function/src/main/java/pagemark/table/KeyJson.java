package pagemark.table;

import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes key attributes as DynamoDB's own JSON, `{"PK": {"S": "zoe"}}`, which `aws dynamodb
/// get-item --key` takes. For answers to the owner, never for logs.
public final class KeyJson {
  private KeyJson() {}

  public static Map<String, Map<String, String>> of(Map<String, AttributeValue> key) {
    Map<String, Map<String, String>> json = new TreeMap<>();
    key.forEach((name, value) -> json.put(name, typed(value)));
    return json;
  }

  private static Map<String, String> typed(AttributeValue value) {
    return switch (value.type()) {
      case S -> Map.of("S", value.s());
      case N -> Map.of("N", value.n());
      case B -> Map.of("B", Base64.getEncoder().encodeToString(value.b().asByteArrayUnsafe()));
      default -> throw new IllegalArgumentException("not a key attribute: " + value.type());
    };
  }
}
