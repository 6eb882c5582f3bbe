package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The stack that a template makes from parameters: its resources, and their properties with every
/// intrinsic function replaced. A reference to something that does not exist is an AssertionError.
///
/// A value that only AWS knows is a text: `<Table>` for a Ref, `<Table.Arn>` for a GetAtt.
final class Stack {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final Map<String, String> PSEUDO_PARAMETERS =
      Map.of(
          "AWS::AccountId", "123456789012",
          "AWS::Partition", "aws",
          "AWS::Region", "eu-central-1",
          "AWS::URLSuffix", "amazonaws.com");

  private final String name;
  private final Template template;
  private final Map<String, JsonNode> parameters = new TreeMap<>();
  private final Map<String, Boolean> conditions = new TreeMap<>();
  private final Intrinsics intrinsics =
      new Intrinsics(this::reference, this::attribute, this::holds);

  private Stack(String name, Template template, Map<String, String> given) {
    this.name = name;
    this.template = template;
    Set<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(template.names("Parameters"));
    if (!unknown.isEmpty()) {
      throw new AssertionError("the template has no parameters " + unknown);
    }
    for (Map.Entry<String, JsonNode> parameter : template.root().path("Parameters").properties()) {
      String value = given.get(parameter.getKey());
      JsonNode byDefault = parameter.getValue().path("Default");
      if (value == null && byDefault.isMissingNode()) {
        throw new AssertionError(parameter.getKey() + " has no default, and is not given");
      }
      String text = value == null ? byDefault.asText() : value;
      parameters.put(parameter.getKey(), value(parameter.getValue(), text));
    }
  }

  private static JsonNode value(JsonNode parameter, String text) {
    if (!parameter.path("Type").asText().equals("CommaDelimitedList")) {
      return JSON.textNode(text);
    }
    var list = JSON.arrayNode();
    List.of(text.split(",", -1)).forEach(list::add);
    return list;
  }

  /// @param given the parameters that are not left at their defaults
  static Stack of(Template template, Map<String, String> given) {
    return named("pagemark", template, given);
  }

  /// A stack of another name.
  static Stack named(String name, Template template, Map<String, String> given) {
    return new Stack(name, template, given);
  }

  /// The assertions of the template's rules that the parameters do not meet, such as
  /// `GivenNetworkIsWhole/1`. The stack is made only if there are none.
  List<String> refusals() {
    List<String> refusals = new ArrayList<>();
    for (Map.Entry<String, JsonNode> rule : template.root().path("Rules").properties()) {
      JsonNode assertions = rule.getValue().path("Assertions");
      JsonNode condition = rule.getValue().path("RuleCondition");
      boolean applies = condition.isMissingNode() || intrinsics.isTrue(condition);
      for (int i = 0; applies && i < assertions.size(); i++) {
        if (!intrinsics.isTrue(assertions.path(i).path("Assert"))) {
          refusals.add(rule.getKey() + "/" + i);
        }
      }
    }
    return refusals;
  }

  /// The logical ids of the resources that there are.
  Set<String> resources() {
    Set<String> names = template.names("Resources");
    names.removeIf(name -> !exists(name));
    return names;
  }

  /// The logical ids of a type.
  Set<String> resources(String type) {
    Set<String> names = resources();
    names.removeIf(name -> !declaration(name).path("Type").asText().equals(type));
    return names;
  }

  private JsonNode declaration(String resource) {
    return template.root().path("Resources").path(resource);
  }

  private boolean exists(String resource) {
    JsonNode declaration = declaration(resource);
    if (template.aliases().containsValue(resource)) {
      return true;
    }
    JsonNode condition = declaration.path("Condition");
    return declaration.isObject() && (condition.isMissingNode() || holds(condition.asText()));
  }

  /// A resource's properties, including those that `Globals` has for functions; missing if there is
  /// no such resource.
  JsonNode properties(String resource) {
    if (!exists(resource)) {
      return MissingNode.getInstance();
    }
    JsonNode properties = declaration(resource).path("Properties");
    return intrinsics.resolve(
        declaration(resource).path("Type").asText().equals("AWS::Serverless::Function")
            ? template.withGlobals(properties)
            : properties);
  }

  /// A state machine's definition, from its file.
  JsonNode definition(String machine) {
    JsonNode properties = properties(machine);
    String text = Project.text(properties.path("DefinitionUri").asText());
    for (Map.Entry<String, JsonNode> each :
        properties.path("DefinitionSubstitutions").properties()) {
      text = text.replace("${" + each.getKey() + "}", each.getValue().asText());
    }
    assertFalse(text.contains("${"), text);
    return Project.parsed(text);
  }

  /// The outputs' values by name.
  Map<String, JsonNode> outputs() {
    Map<String, JsonNode> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> output : template.root().path("Outputs").properties()) {
      JsonNode condition = output.getValue().path("Condition");
      if (condition.isMissingNode() || holds(condition.asText())) {
        values.put(output.getKey(), intrinsics.resolve(output.getValue().path("Value")));
      }
    }
    return values;
  }

  private boolean holds(String condition) {
    Boolean known = conditions.get(condition);
    if (known == null) {
      JsonNode declared = template.root().path("Conditions").path(condition);
      if (declared.isMissingNode()) {
        throw new AssertionError("there is no condition " + condition);
      }
      known = intrinsics.isTrue(declared);
      conditions.put(condition, known);
    }
    return known;
  }

  private JsonNode reference(String name) {
    if (name.equals("AWS::NoValue")) {
      return MissingNode.getInstance();
    }
    JsonNode parameter = parameters.get(name);
    if (parameter != null) {
      return parameter;
    }
    String pseudo = name.equals("AWS::StackName") ? this.name : PSEUDO_PARAMETERS.get(name);
    if (pseudo != null) {
      return JSON.textNode(pseudo);
    }
    if (!exists(name)) {
      throw new AssertionError("Ref " + name + " where that does not exist");
    }
    return JSON.textNode("<" + name + ">");
  }

  private JsonNode attribute(String resource, String attribute) {
    if (!exists(resource)) {
      throw new AssertionError(
          "GetAtt %s.%s where that does not exist".formatted(resource, attribute));
    }
    return JSON.textNode("<" + resource + "." + attribute + ">");
  }

  /// An action that a role may do with a resource.
  record Grant(String action, String resource) {}

  /// The logical id of a function's role.
  String role(String function) {
    return properties(function).path("Role").asText().replaceAll("[<]|[.]Arn>", "");
  }

  /// What the policies of a role grant.
  Stream<Grant> grants(String role) {
    return properties(role)
        .path("Policies")
        .valueStream()
        .flatMap(policy -> grants(policy.path("PolicyDocument")));
  }

  /// What a policy grants.
  static Stream<Grant> grants(JsonNode document) {
    assertFalse(document.path("Statement").isEmpty(), "a policy grants something");
    return document.path("Statement").valueStream().flatMap(Stack::granted);
  }

  /// What a statement of a policy grants.
  static Stream<Grant> granted(JsonNode statement) {
    assertEquals("Allow", statement.path("Effect").asText());
    List<String> resources = texts(statement.path("Resource"));
    return texts(statement.path("Action")).stream()
        .flatMap(action -> resources.stream().map(resource -> new Grant(action, resource)));
  }

  private static List<String> texts(JsonNode node) {
    return node.isArray()
        ? node.valueStream().map(JsonNode::asText).toList()
        : List.of(node.asText());
  }
}
