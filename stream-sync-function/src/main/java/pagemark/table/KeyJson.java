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

  /// The inverse of [#of].
  public static Map<String, AttributeValue> key(Map<String, Map<String, String>> json) {
    Map<String, AttributeValue> key = new TreeMap<>();
    json.forEach(
        (name, value) ->
            value.forEach(
                (type, text) ->
                    key.put(name, KeyValue.of(AttributeValue.Type.valueOf(type), text).value())));
    return key;
  }
}
