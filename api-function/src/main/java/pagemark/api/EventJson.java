package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.FrontDoor;

/// Reads events and writes responses. Lambda's own mapping of events loads 700 classes at a start,
/// a fifth of it, and each of its events has one shape. The nodes of a tree are loaded anyway, for
/// the listings.
final class EventJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private EventJson() {}

  /// @return null if the event is not an object
  /// @throws IOException if it is not JSON, or nested more than 1,000 deep
  static @Nullable ObjectNode read(InputStream json) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? object(parser) : null;
    }
  }

  private static JsonNode value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new JsonParseException(parser, "there is no value");
    };
  }

  private static ObjectNode object(JsonParser parser) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      object.set(field, value(parser));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  /// A number that no decimal holds stays a text.
  private static JsonNode number(String text) {
    if (text.matches("-?[0-9]{1,18}")) {
      return NODES.numberNode(Long.parseLong(text));
    }
    try {
      return NODES.numberNode(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return NODES.textNode(text);
    }
  }

  /// Writes an answer as its front reads it.
  ///
  /// @throws RuntimeException of [FrontDoor#write], if the answer is to be an exception
  static void write(FrontDoor front, APIGatewayV2HTTPResponse answer, OutputStream out)
      throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      front.write(answer, json);
    }
  }
}
