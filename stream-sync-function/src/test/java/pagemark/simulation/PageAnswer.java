package pagemark.simulation;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The answer to a request for a page, as a client reads it.
record PageAnswer(int status, JsonNode body) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /// @param response as Lambda gets it
  static PageAnswer of(byte[] response) {
    try {
      JsonNode answer = JSON.readTree(response);
      return new PageAnswer(
          answer.path("statusCode").asInt(), JSON.readTree(answer.path("body").asText()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether the index has answered.
  boolean isIndexed() {
    return status == 200 && body.at("/page/totalItems").isNumber();
  }

  long total() {
    return body.at("/page/totalItems").longValue();
  }

  /// The cursor; empty if there is none.
  String cursor(String name) {
    return body.at("/cursors/" + name).asText("");
  }

  List<JsonNode> items() {
    List<JsonNode> items = new ArrayList<>();
    body.at("/items").forEach(items::add);
    return items;
  }

  List<String> keys() {
    return items().stream().map(item -> item.path("PK").asText()).toList();
  }

  /// Whether a shown item equals an image.
  static boolean shows(JsonNode item, Map<String, AttributeValue> image) {
    Map<String, Object> shown = new TreeMap<>();
    item.properties().forEach(member -> shown.put(member.getKey(), value(member.getValue())));
    Map<String, Object> expected = new TreeMap<>();
    image.forEach((name, value) -> expected.put(name, value(value)));
    return shown.equals(expected);
  }

  private static Object value(JsonNode json) {
    if (json.isArray()) {
      List<Object> elements = new ArrayList<>();
      json.forEach(element -> elements.add(value(element)));
      return elements;
    }
    return json.isNumber() ? json.decimalValue().stripTrailingZeros() : json.asText();
  }

  private static Object value(AttributeValue value) {
    return switch (value.type()) {
      case N -> new BigDecimal(value.n()).stripTrailingZeros();
      case L -> value.l().stream().map(PageAnswer::value).toList();
      case SS -> value.ss();
      default -> value.s();
    };
  }
}
