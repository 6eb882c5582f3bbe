package pagemark.key;

import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import pagemark.entry.Bytes;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The value of a key attribute exactly as DynamoDB stores it. ([AttributeType] also knows what a
/// listing says of it.)
///
/// @param type one of the types of keys: S, N or B
/// @param bytes those of a binary value, else the UTF-8 bytes of the text
public record KeyValue(AttributeValue.Type type, Bytes bytes) {
  /// @throws IllegalArgumentException if no key attribute has such a value
  public static KeyValue of(AttributeValue value) {
    return new KeyValue(
        value.type(),
        switch (value.type()) {
          case S -> Bytes.utf8(value.s());
          case N -> Bytes.utf8(value.n());
          case B -> Bytes.of(value.b().asByteArrayUnsafe());
          default -> throw noKey(value.type());
        });
  }

  /// The inverse of [#of].
  ///
  /// @throws IllegalArgumentException if no key attribute has such a value
  public AttributeValue value() {
    return switch (type) {
      case S -> AttributeValue.fromS(bytes.text());
      case N -> AttributeValue.fromN(bytes.text());
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes.toArray()));
      default -> throw noKey(type);
    };
  }

  /// The value in DynamoDB's own JSON: the text, or base64 of a binary value.
  public String text() {
    return type == AttributeValue.Type.B
        ? Base64.getEncoder().encodeToString(bytes.toArray())
        : bytes.text();
  }

  /// The inverse of [#text].
  private static KeyValue of(AttributeValue.Type type, String text) {
    return new KeyValue(
        type,
        type == AttributeValue.Type.B
            ? Bytes.of(Base64.getDecoder().decode(text))
            : Bytes.utf8(text));
  }

  /// Writes key attributes as DynamoDB's own JSON, `{"PK": {"S": "zoe"}}`, which `aws dynamodb
  /// get-item --key` takes. For answers to the owner, never for logs.
  public static Map<String, Map<String, String>> json(Map<String, AttributeValue> key) {
    Map<String, Map<String, String>> json = new TreeMap<>();
    key.forEach((name, value) -> json.put(name, Map.of(value.type().name(), of(value).text())));
    return json;
  }

  /// The inverse of [#json].
  public static Map<String, AttributeValue> key(Map<String, Map<String, String>> json) {
    Map<String, AttributeValue> key = new TreeMap<>();
    json.forEach(
        (name, value) ->
            value.forEach(
                (type, text) ->
                    key.put(name, of(AttributeValue.Type.valueOf(type), text).value())));
    return key;
  }

  private static IllegalArgumentException noKey(AttributeValue.Type type) {
    return new IllegalArgumentException("not a key attribute: " + type);
  }
}
