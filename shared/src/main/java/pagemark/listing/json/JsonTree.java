package pagemark.listing.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
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
      throw refusal("$", mistake(text, e));
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

  /// Says in words why a text is not JSON, and at which line and column. The parser's own messages
  /// name its settings, which nobody can change.
  ///
  /// @param failure of the parser that read `text`
  static String mistake(String text, IOException failure) {
    if (failure instanceof StreamConstraintsException) {
      return "is not read: a text, a number or the nesting is too long";
    }
    if (!(failure instanceof JsonProcessingException wrong) || wrong.getLocation() == null) {
      return "is not JSON";
    }
    JsonLocation place = wrong.getLocation();
    return "is not JSON at line %d, column %d: %s"
        .formatted(place.getLineNr(), place.getColumnNr(), cause(text, wrong, place));
  }

  private static String cause(String text, JsonProcessingException wrong, JsonLocation place) {
    int at = Math.clamp(place.getCharOffset(), 0, text.length());
    if (wrong instanceof JsonEOFException || at == text.length()) {
      return "the text ends too early, perhaps a brace, a bracket or a quote is missing";
    }
    if ("}]".indexOf(text.charAt(at)) >= 0 && text.substring(0, at).stripTrailing().endsWith(",")) {
      return "there is a comma too many before it";
    }
    return switch (text.charAt(at)) {
      case '/', '#' -> "JSON has no comments";
      case '\'' -> "texts and names need double quotes";
      case '"' -> "a comma or a colon is missing before it";
      case '\n', '\r', '\t' -> "a text ends without its quote, or has a line break or a tab in it";
      default -> "nothing that JSON allows there";
    };
  }
}
