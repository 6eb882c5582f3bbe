package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// CloudFormation's intrinsic functions in their long form.
///
/// @param references the value of a Ref; missing for AWS::NoValue
/// @param attributes the value of a GetAtt
/// @param conditions whether a condition of the template holds
record Intrinsics(
    Function<String, JsonNode> references, Attributes attributes, Predicate<String> conditions) {
  /// The value of an attribute of a resource.
  interface Attributes {
    JsonNode of(String resource, String attribute);
  }

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^!}][^}]*)}");

  /// The node with every function in it replaced.
  JsonNode resolve(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = JSON.arrayNode();
      node.forEach(element -> addPresent(array, resolve(element)));
      return array;
    }
    if (!node.isObject()) {
      return node;
    }
    if (node.size() == 1) {
      Map.Entry<String, JsonNode> only = node.properties().iterator().next();
      if (only.getKey().equals("Ref") || only.getKey().startsWith("Fn::")) {
        return call(only.getKey(), only.getValue());
      }
    }
    ObjectNode object = JSON.objectNode();
    node.properties()
        .forEach(
            field -> {
              JsonNode value = resolve(field.getValue());
              if (!value.isMissingNode()) {
                object.set(field.getKey(), value);
              }
            });
    return object;
  }

  private static void addPresent(ArrayNode array, JsonNode value) {
    if (!value.isMissingNode()) {
      array.add(value);
    }
  }

  private JsonNode call(String function, JsonNode arguments) {
    return switch (function) {
      case "Ref" -> references.apply(arguments.asText());
      case "Fn::GetAtt" -> attributes.of(arguments.path(0).asText(), arguments.path(1).asText());
      case "Fn::If" -> resolve(arguments.path(conditions.test(arguments.path(0).asText()) ? 1 : 2));
      case "Fn::Sub" -> JSON.textNode(substituted(arguments));
      case "Fn::Join" -> JSON.textNode(joined(resolve(arguments)));
      case "Fn::Split" -> split(resolve(arguments));
      case "Fn::Select" -> selected(resolve(arguments));
      case "Fn::GetAZs" -> JSON.arrayNode().add("zone0").add("zone1").add("zone2");
      default -> throw new AssertionError("unknown function " + function);
    };
  }

  private String substituted(JsonNode arguments) {
    JsonNode own = arguments.path(1);
    return PLACEHOLDER
        .matcher(arguments.isArray() ? arguments.path(0).asText() : arguments.asText())
        .replaceAll(
            match -> {
              String name = match.group(1);
              String[] parts = name.split("[.]", 2);
              JsonNode value =
                  own.has(name)
                      ? resolve(own.path(name))
                      : parts.length == 1
                          ? references.apply(name)
                          : attributes.of(parts[0], parts[1]);
              if (!value.isValueNode()) {
                throw new AssertionError("Sub of " + name + ", which is no text");
              }
              return java.util.regex.Matcher.quoteReplacement(value.asText());
            });
  }

  private static String joined(JsonNode arguments) {
    return arguments
        .path(1)
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.joining(arguments.path(0).asText()));
  }

  private static JsonNode split(JsonNode arguments) {
    ArrayNode parts = JSON.arrayNode();
    String separator = Pattern.quote(arguments.path(0).asText());
    List.of(arguments.path(1).asText().split(separator, -1)).forEach(parts::add);
    return parts;
  }

  private static JsonNode selected(JsonNode arguments) {
    JsonNode element = arguments.path(1).path(arguments.path(0).asInt());
    if (element.isMissingNode()) {
      throw new AssertionError("Select of what is not there: " + arguments);
    }
    return element;
  }

  /// Whether a condition, or what a rule asserts, holds.
  boolean isTrue(JsonNode node) {
    Map.Entry<String, JsonNode> only = node.properties().iterator().next();
    JsonNode arguments = only.getValue();
    return switch (only.getKey()) {
      case "Fn::Equals" ->
          resolve(arguments.path(0)).asText().equals(resolve(arguments.path(1)).asText());
      case "Fn::Not" -> !isTrue(arguments.path(0));
      case "Fn::And" -> folded(arguments, Boolean::logicalAnd);
      case "Fn::Or" -> folded(arguments, Boolean::logicalOr);
      case "Fn::Contains" ->
          resolve(arguments.path(0))
              .valueStream()
              .anyMatch(value -> value.equals(resolve(arguments.path(1))));
      case "Condition" -> conditions.test(arguments.asText());
      default -> throw new AssertionError("unknown condition function " + only.getKey());
    };
  }

  private boolean folded(JsonNode arguments, BinaryOperator<Boolean> operator) {
    return arguments.valueStream().map(this::isTrue).reduce(operator).orElseThrow();
  }
}
