package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.load.ItemReader.LineException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads an item from plain JSON, as pages show it: string as S, number as N with all its digits,
/// boolean as BOOL, null as NULL, array as L, object as M. In the attributes of `binary`, base64
/// text is B.
///
/// It reads token by token, so that depth and numbers are checked before they use memory or time.
record JsonItem(Set<String> binary) {
  private static final int DEPTH_MAX = 32;
  private static final int PATH_CHARS_MAX = 200;
  private static final int DIGITS_MAX = 38;
  private static final int EXPONENT_MIN = -130;
  private static final int EXPONENT_MAX = 125;
  private static final int TOLD_CHARS_MAX = 40;
  private static final String VALID_NUMBERS =
      ". Valid numbers: 0, and up to %d digits from 1E%d to 9.%sE+%d, positive or negative"
          .formatted(DIGITS_MAX, EXPONENT_MIN, "9".repeat(DIGITS_MAX - 1), EXPONENT_MAX);

  /// Its numbers have up to 1,000 characters, and its names up to 50,000.
  private static final JsonFactory JSON = new JsonFactory();

  JsonItem {
    binary = Set.copyOf(binary);
  }

  /// @throws LineException if the line is not a JSON object, or has a value that DynamoDB cannot
  ///   store
  Map<String, AttributeValue> read(byte[] line) throws LineException {
    try (JsonParser json = JSON.createParser(text(line))) {
      return item(json);
    } catch (StreamConstraintsException e) {
      throw new LineException(
          "has a number of more than 1,000 characters, or a name of more than 50,000");
    } catch (JsonProcessingException e) {
      // The message quotes the line, which may hold data: only the column is reported.
      throw new LineException(
          e.getLocation() == null
              ? "is not JSON"
              : "is not JSON, at column " + e.getLocation().getColumnNr());
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory", e);
    }
  }

  private static String text(byte[] line) throws LineException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new LineException("is not UTF-8 text");
    }
  }

  private Map<String, AttributeValue> item(JsonParser json) throws IOException, LineException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new LineException("is not a JSON object");
    }
    Map<String, AttributeValue> item = map(json, 0);
    if (json.nextToken() != null) {
      throw new LineException(
          "is not JSON, at column " + json.currentTokenLocation().getColumnNr());
    }
    return item;
  }

  private Map<String, AttributeValue> map(JsonParser json, int depth)
      throws IOException, LineException {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = name(json, values);
      json.nextToken();
      values.put(name, depth == 0 && binary.contains(name) ? binary(json) : value(json, depth + 1));
    }
    return values;
  }

  /// @param before the attributes of the object that were read so far
  private static String name(JsonParser json, Map<String, AttributeValue> before)
      throws IOException, LineException {
    String name = json.currentName();
    if (name.isEmpty()) {
      String object = path(json.getParsingContext().getParent());
      throw new LineException(
          "%sattribute %d has an empty name"
              .formatted(object.isEmpty() ? "" : object + ": ", before.size() + 1));
    }
    if (before.containsKey(name)) {
      throw unfit(json, "occurs twice");
    }
    return name;
  }

  private static AttributeValue binary(JsonParser json) throws IOException, LineException {
    try {
      if (json.currentToken() == JsonToken.VALUE_STRING) {
        return AttributeValue.fromB(
            SdkBytes.fromByteArray(Base64.getDecoder().decode(json.getText())));
      }
    } catch (IllegalArgumentException e) {
      // It is refused below, with the same message.
    }
    throw unfit(json, "must be base64 text");
  }

  private AttributeValue value(JsonParser json, int depth) throws IOException, LineException {
    if (depth > DEPTH_MAX) {
      throw new LineException(
          "%s is nested deeper than %d levels"
              .formatted(path(top(json.getParsingContext())), DEPTH_MAX));
    }
    return switch (json.currentToken()) {
      case VALUE_STRING -> AttributeValue.fromS(string(json));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> AttributeValue.fromN(number(json));
      case VALUE_TRUE, VALUE_FALSE -> AttributeValue.fromBool(json.getBooleanValue());
      case VALUE_NULL -> AttributeValue.fromNul(true);
      case START_ARRAY -> AttributeValue.fromL(list(json, depth));
      case START_OBJECT -> AttributeValue.fromM(map(json, depth));
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw unfit(json, "is a value that DynamoDB cannot store");
    };
  }

  private List<AttributeValue> list(JsonParser json, int depth) throws IOException, LineException {
    List<AttributeValue> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      values.add(value(json, depth + 1));
    }
    return values;
  }

  private static String string(JsonParser json) throws IOException, LineException {
    String text = json.getText();
    // Encoding would silently replace it by `?`. In names the parser refuses it.
    if (!UTF_8.newEncoder().canEncode(text)) {
      throw unfit(json, "has half of a surrogate pair, which is not text");
    }
    return text;
  }

  /// The shortest text of a number of type N, which has 38 digits and a bounded exponent.
  private static String number(JsonParser json) throws IOException, LineException {
    String text = json.getText();
    try {
      BigDecimal number = new BigDecimal(text);
      // Without its trailing zeros the exponent could be beyond BigDecimal's bounds.
      long exponent = (long) number.precision() - number.scale() - 1;
      if (number.signum() == 0) {
        return "0";
      }
      if (exponent >= EXPONENT_MIN
          && exponent <= EXPONENT_MAX
          && number.stripTrailingZeros().precision() <= DIGITS_MAX) {
        return number.stripTrailingZeros().toString();
      }
    } catch (NumberFormatException e) {
      // Its exponent is beyond BigDecimal's bounds. It is refused below, with the same message.
    }
    String told =
        text.length() <= TOLD_CHARS_MAX ? text : text.substring(0, TOLD_CHARS_MAX) + "...";
    throw unfit(json, "is " + told + ", which DynamoDB cannot store" + VALID_NUMBERS);
  }

  private static LineException unfit(JsonParser json, String reason) {
    return new LineException(path(json.getParsingContext()) + " " + reason);
  }

  private static JsonStreamContext top(JsonStreamContext context) {
    JsonStreamContext top = context;
    while (!top.getParent().inRoot()) {
      top = top.getParent();
    }
    return top;
  }

  /// The parser's place in the item, such as `list[2].name`.
  private static String path(JsonStreamContext context) {
    if (context.inRoot()) {
      return "";
    }
    String object = path(context.getParent());
    String path =
        context.inArray()
            ? "%s[%d]".formatted(object, context.getCurrentIndex())
            : object + (object.isEmpty() ? "" : ".") + context.getCurrentName();
    return path.length() <= PATH_CHARS_MAX ? path : path.substring(0, PATH_CHARS_MAX) + "...";
  }
}
