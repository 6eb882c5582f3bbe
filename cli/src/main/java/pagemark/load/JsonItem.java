package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads an item from plain JSON, as pages show it: string S, number N with all its digits, boolean
/// BOOL, null NULL, array L, object M; and base64 text B in the attributes of `binary`.
record JsonItem(Set<String> binary) {
  private static final int DIGITS_MAX = 38;
  private static final int EXPONENT_MIN = -130;
  private static final int EXPONENT_MAX = 125;
  private static final int DEPTH_MAX = 32;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  JsonItem {
    binary = Set.copyOf(binary);
  }

  /// @throws LineException where the line is no JSON object, or DynamoDB has no such value
  Map<String, AttributeValue> read(byte[] line) throws LineException {
    JsonNode json = parse(text(line));
    if (!json.isObject()) {
      throw new LineException("is not a JSON object");
    }
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      item.put(field.getKey(), attribute(field.getKey(), field.getValue()));
    }
    return item;
  }

  private static String text(byte[] line) throws LineException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new LineException("is not UTF-8 text");
    }
  }

  /// What Jackson says of a mistake quotes the line: only the place is told.
  private static JsonNode parse(String text) throws LineException {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new LineException(
          e.getLocation() == null
              ? "is not JSON"
              : "is not JSON, at column " + e.getLocation().getColumnNr());
    }
  }

  private AttributeValue attribute(String name, JsonNode json) throws LineException {
    if (name.isEmpty()) {
      throw new LineException("an attribute has no name");
    }
    try {
      return binary.contains(name) ? binary(json) : value(json, 1);
    } catch (LineException e) {
      throw new LineException(name + " " + e.reason());
    }
  }

  private static AttributeValue binary(JsonNode json) throws LineException {
    try {
      if (json.isTextual()) {
        return AttributeValue.fromB(
            SdkBytes.fromByteArray(Base64.getDecoder().decode(json.textValue())));
      }
    } catch (IllegalArgumentException e) {
      // refused below, with the same words
    }
    throw new LineException("must be base64 text");
  }

  private static AttributeValue value(JsonNode json, int depth) throws LineException {
    if (depth > DEPTH_MAX) {
      throw new LineException("is nested deeper than " + DEPTH_MAX + " levels");
    }
    return switch (json.getNodeType()) {
      case STRING -> AttributeValue.fromS(json.textValue());
      case NUMBER -> AttributeValue.fromN(number(json.decimalValue()));
      case BOOLEAN -> AttributeValue.fromBool(json.booleanValue());
      case NULL -> AttributeValue.fromNul(true);
      case ARRAY -> AttributeValue.fromL(list(json, depth));
      case OBJECT -> AttributeValue.fromM(map(json, depth));
      case BINARY, MISSING, POJO -> throw new LineException("is no value that DynamoDB has");
    };
  }

  private static List<AttributeValue> list(JsonNode json, int depth) throws LineException {
    List<AttributeValue> values = new ArrayList<>();
    for (JsonNode element : json) {
      values.add(value(element, depth + 1));
    }
    return values;
  }

  private static Map<String, AttributeValue> map(JsonNode json, int depth) throws LineException {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      values.put(field.getKey(), value(field.getValue(), depth + 1));
    }
    return values;
  }

  private static String number(BigDecimal number) throws LineException {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal shortest = number.stripTrailingZeros();
    if (shortest.precision() > DIGITS_MAX) {
      throw new LineException("has more than %d digits".formatted(DIGITS_MAX));
    }
    long exponent = (long) shortest.precision() - shortest.scale() - 1;
    if (exponent < EXPONENT_MIN || exponent > EXPONENT_MAX) {
      throw new LineException(
          "is a number beyond 1E%d to 9.9E+%d".formatted(EXPONENT_MIN, EXPONENT_MAX));
    }
    return shortest.toString();
  }
}
