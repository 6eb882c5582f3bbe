package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/// template.yaml, with every intrinsic function in its long form.
record Template(JsonNode root) {
  /// Logical ids that the tests look for.
  static final String TABLE = "Table";

  static final String STATE_TABLE = "StateTable";

  /// No logical id: rebuilds create these tables, if the index is in DynamoDB.
  static final String INDEX_TABLE = "Index";

  static final String API = "ApiFunction";
  static final String SYNC = "StreamSyncFunction";
  static final String REBUILD = "RebuildFunction";
  static final String AUDIT = "AuditFunction";
  static final String REPAIR = "RepairFunction";
  static final String WATCH = "StreamWatchFunction";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^!}][^}]*)}");

  static Template parse(String yaml) {
    Object document = new Yaml(new CloudFormationTags()).load(yaml);
    return new Template(JSON.valueToTree(document));
  }

  /// The names that a section declares, such as `Parameters`.
  Set<String> names(String section) {
    Set<String> names = new TreeSet<>();
    root.path(section).fieldNames().forEachRemaining(names::add);
    return names;
  }

  /// A resource's properties.
  JsonNode properties(String resource) {
    return root.path("Resources").path(resource).path("Properties");
  }

  /// The logical ids of the aliases that SAM makes, by the function.
  Map<String, String> aliases() {
    Map<String, String> aliases = new TreeMap<>();
    functions()
        .forEach(
            (name, function) -> {
              if (function.has("AutoPublishAlias")) {
                aliases.put(name, name + "Alias" + function.path("AutoPublishAlias").asText());
              }
            });
    return aliases;
  }

  /// The functions' properties, by logical id.
  SequencedMap<String, JsonNode> functions() {
    SequencedMap<String, JsonNode> functions = new LinkedHashMap<>();
    for (String name : names("Resources")) {
      String type = root.path("Resources").path(name).path("Type").asText();
      if (type.equals("AWS::Serverless::Function")) {
        functions.put(name, properties(name));
      }
    }
    return functions;
  }

  /// The functions that know the index. The watch does not.
  Set<String> functionsOfTheIndex() {
    Set<String> names = new TreeSet<>(functions().keySet());
    names.remove(WATCH);
    return names;
  }

  /// The variables of a function, those of `Globals` included, as the template writes their values.
  SequencedMap<String, JsonNode> environment(String function) {
    SequencedMap<String, JsonNode> environment = new LinkedHashMap<>();
    for (JsonNode properties :
        new JsonNode[] {root.path("Globals").path("Function"), properties(function)}) {
      for (Map.Entry<String, JsonNode> variable :
          properties.path("Environment").path("Variables").properties()) {
        if (variable.getValue().path("Ref").asText().equals("AWS::NoValue")) {
          environment.remove(variable.getKey());
        } else {
          environment.put(variable.getKey(), variable.getValue());
        }
      }
    }
    return environment;
  }

  /// A function's properties with those of `Globals` that it does not replace.
  JsonNode withGlobals(JsonNode function) {
    ObjectNode merged = root.path("Globals").path("Function").deepCopy();
    for (Map.Entry<String, JsonNode> property : function.properties()) {
      if (!property.getKey().equals("Environment")) {
        merged.set(property.getKey(), property.getValue());
      }
    }
    ObjectNode variables = merged.withObject("/Environment/Variables");
    function
        .at("/Environment/Variables")
        .properties()
        .forEach(variable -> variables.set(variable.getKey(), variable.getValue()));
    return merged;
  }

  /// A reference: a name that the template uses and must declare.
  record Reference(Kind kind, String name) {
    enum Kind {
      /// A parameter, a resource or a pseudo parameter.
      VALUE,
      RESOURCE,
      CONDITION
    }
  }

  /// Every reference in the whole template.
  Stream<Reference> references() {
    return fields(root).flatMap(field -> references(field.getKey(), field.getValue()));
  }

  private static Stream<Map.Entry<String, JsonNode>> fields(JsonNode node) {
    return Stream.concat(node.properties().stream(), node.valueStream().flatMap(Template::fields));
  }

  private static Stream<Reference> references(String field, JsonNode value) {
    return switch (field) {
      case "Ref" -> Stream.of(new Reference(Reference.Kind.VALUE, value.asText()));
      case "Fn::GetAtt" ->
          Stream.of(new Reference(Reference.Kind.RESOURCE, value.path(0).asText()));
      case "Fn::If" -> Stream.of(new Reference(Reference.Kind.CONDITION, value.path(0).asText()));
      case "Condition" -> conditions(value);
      case "DependsOn" ->
          (value.isArray() ? value.valueStream() : Stream.of(value))
              .map(name -> new Reference(Reference.Kind.RESOURCE, name.asText()));
      case "Fn::Sub" -> substituted(value);
      default -> Stream.empty();
    };
  }

  /// What IAM calls a condition is an object.
  private static Stream<Reference> conditions(JsonNode value) {
    return value.isTextual()
        ? Stream.of(new Reference(Reference.Kind.CONDITION, value.asText()))
        : Stream.empty();
  }

  /// `${X}` is a Ref, `${X.Arn}` a GetAtt, save what the function's own second argument defines.
  private static Stream<Reference> substituted(JsonNode value) {
    String text = value.isArray() ? value.path(0).asText() : value.asText();
    return PLACEHOLDER
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .filter(name -> !value.path(1).has(name))
        .map(
            name ->
                name.contains(".")
                    ? new Reference(Reference.Kind.RESOURCE, name.replaceFirst("[.].*", ""))
                    : new Reference(Reference.Kind.VALUE, name));
  }
}
