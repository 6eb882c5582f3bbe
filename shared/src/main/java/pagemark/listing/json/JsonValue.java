package pagemark.listing.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributePath;
import pagemark.words.DidYouMean;

/// A node of a JSON document that knows its path. A mistake goes to a common list and reading
/// continues, so that all mistakes are reported together.
///
/// @param name the last segment of the path
/// @param environment the values of `${NAME}` in texts
record JsonValue(
    JsonNode json,
    String name,
    String path,
    Map<String, String> environment,
    List<Mistake> mistakes) {
  /// DynamoDB's limit on nested maps.
  private static final int NAMES_MAX = 32;

  /// `${NAME}`, or `${NAME:-DEFAULT}`, as a shell has it.
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*?)(?::-([^}]*))?}");

  /// The root node of `document`.
  static JsonValue root(
      JsonNode document, Map<String, String> environment, List<Mistake> mistakes) {
    return new JsonValue(document, "$", "$", environment, mistakes);
  }

  JsonValue at(String field) {
    JsonNode child = json.get(field);
    return new JsonValue(
        child == null ? MissingNode.getInstance() : child,
        field,
        path(path, field),
        environment,
        mistakes);
  }

  /// The path of a field, such as `$.orders.sort` or `$['my orders']`.
  static String path(String object, String field) {
    return field.matches("[\\w-]+") ? object + "." + field : object + "['" + field + "']";
  }

  boolean isMissing() {
    return json.isMissingNode();
  }

  void mistake(String message) {
    mistakes.add(new Mistake(path, message));
  }

  /// Reports a mistake with the node's value before it: `"abc" must be ...`.
  void refuse(String message) {
    mistake(isMissing() ? "is missing: " + message : json + " " + message);
  }

  boolean isObject(List<String> known) {
    if (!json.isObject()) {
      refuse("must be an object");
      return false;
    }
    for (JsonValue field : fields()) {
      if (!known.contains(field.name)) {
        String question = DidYouMean.question(field.name, known);
        field.mistake(
            "is unknown%s Valid fields: %s"
                .formatted(question.isEmpty() ? "." : question, String.join(", ", known)));
      }
    }
    return true;
  }

  /// Those of these fields that are there.
  List<JsonValue> given(List<String> fields) {
    return fields.stream().map(this::at).filter(field -> !field.isMissing()).toList();
  }

  /// The place in an item that the field `attribute` of this object names, or the field `path` for
  /// a value inside of maps.
  AttributePath place() {
    JsonValue names = at("path");
    if (names.isMissing()) {
      return AttributePath.of(at("attribute").text());
    }
    if (!at("attribute").isMissing()) {
      names.mistake("stands beside attribute; give one of them");
    }
    List<String> texts = names.elements().stream().map(JsonValue::text).toList();
    if (texts.isEmpty() || texts.size() > NAMES_MAX) {
      names.refuse("must be a list of 1 to %d names, from the item inwards".formatted(NAMES_MAX));
      return AttributePath.of("");
    }
    return new AttributePath(texts);
  }

  List<JsonValue> fields() {
    List<JsonValue> fields = new ArrayList<>();
    json.fieldNames().forEachRemaining(field -> fields.add(at(field)));
    return fields;
  }

  List<JsonValue> elements() {
    List<JsonValue> elements = new ArrayList<>();
    for (int i = 0; json.isArray() && i < json.size(); i++) {
      elements.add(new JsonValue(json.get(i), name, path + "[" + i + "]", environment, mistakes));
    }
    return elements;
  }

  @Nullable String optionalText() {
    return isMissing() ? null : text();
  }

  /// The text of 1 to 255 characters in this node. If there is none, reports a mistake and returns
  /// an empty text.
  String text() {
    if (!json.isTextual() || json.textValue().isEmpty() || json.textValue().length() > 255) {
      refuse("must be a text of 1 to 255 characters");
      return "";
    }
    return fill(json.textValue());
  }

  private String fill(String text) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String given = environment.getOrDefault(matcher.group(1), "");
      String value = given.isEmpty() ? Objects.requireNonNullElse(matcher.group(2), "") : given;
      if (value.isEmpty()) {
        refuse(
            "names the environment variable %1$s, which is not set; ${%1$s:-VALUE} has a default"
                .formatted(matcher.group(1)));
      }
      matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(filled).toString();
  }

  /// What the text in this node names. If it is none of the names, reports a mistake and returns
  /// null.
  <T> @Nullable T oneOf(Map<String, T> named) {
    T one = json.isTextual() ? named.get(json.textValue()) : null;
    if (one == null) {
      refuse(
          "must be one of "
              + String.join(", ", named.keySet())
              + DidYouMean.question(json.asText(), named.keySet()));
    }
    return one;
  }

  /// The texts of this array. Reports a mistake if they are none or not distinct.
  List<String> texts() {
    List<String> texts = elements().stream().map(JsonValue::text).toList();
    if (!json.isArray() || texts.isEmpty()) {
      refuse("must be a list of at least one attribute name");
    } else if (texts.stream().distinct().count() < texts.size()) {
      refuse("names an attribute twice");
    }
    return texts;
  }

  /// Whether this is `true`. Reports a mistake if it is anything else than true, false or missing.
  boolean isTrue() {
    if (!isMissing() && !json.isBoolean()) {
      refuse("must be true or false");
    }
    return json.booleanValue();
  }

  int integer(int min, int max, int byDefault) {
    if (isMissing()) {
      return byDefault;
    }
    if (json.isIntegralNumber()
        && json.canConvertToInt()
        && json.intValue() >= min
        && json.intValue() <= max) {
      return json.intValue();
    }
    refuse("must be a whole number from " + min + " to " + max);
    return byDefault;
  }
}
