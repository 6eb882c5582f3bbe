package pagemark.listing.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/// Reads JSON into a tree, like Jackson's ObjectMapper. Functions read JSON only here. An
/// ObjectMapper would load 300 classes at their start, which takes longer than reading the
/// listings.
final class JsonTree {
  private static final JsonFactory JSON = new JsonFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private JsonTree() {}

  /// Parses `json`. It may begin with a byte order mark, which some editors write.
  ///
  /// @return a missing node if there is only white space
  /// @throws InvalidListingsException if it is not JSON, has a field twice, or goes on after its
  ///   value
  static JsonNode read(String json) {
    String text = json.startsWith(BYTE_ORDER_MARK) ? json.substring(1) : json;
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        return MissingNode.getInstance();
      }
      JsonNode tree = value(parser, "$");
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "more follows", parser.currentTokenLocation());
      }
      return tree;
    } catch (IOException e) {
      throw refusal("$", JsonMistake.of(text, e));
    }
  }

  private static JsonNode value(JsonParser parser, String path) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(plain(parser.getDecimalValue()));
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new JsonParseException(parser, "there is no value");
    };
  }

  private static ObjectNode object(JsonParser parser, String path) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      String child = JsonValue.path(path, field);
      if (object.has(field)) {
        int line = parser.currentTokenLocation().getLineNr();
        throw refusal(child, "occurs twice, the second time at line %d".formatted(line));
      }
      parser.nextToken();
      object.set(field, value(parser, child));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser, String path) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser, "%s[%d]".formatted(path, array.size())));
    }
    return array;
  }

  private static JsonNode integer(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  private static BigDecimal plain(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private static InvalidListingsException refusal(String path, String message) {
    return new InvalidListingsException(List.of(new Mistake(path, message)));
  }
}
