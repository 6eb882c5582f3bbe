package pagemark.table;

import java.util.Map;
import java.util.TreeMap;
import pagemark.key.KeyValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes key attributes as DynamoDB's own JSON, `{"PK": {"S": "zoe"}}`, which `aws dynamodb
/// get-item --key` takes. For answers to the owner, never for logs.
public final class KeyJson {
  private KeyJson() {}

  public static Map<String, Map<String, String>> of(Map<String, AttributeValue> key) {
    Map<String, Map<String, String>> json = new TreeMap<>();
    key.forEach(
        (name, value) -> json.put(name, Map.of(value.type().name(), KeyValue.of(value).text())));
    return json;
  }
}
