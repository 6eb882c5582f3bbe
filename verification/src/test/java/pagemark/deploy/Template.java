package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

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

  /// Reads YAML with CloudFormation's short tags, each as its long form: `!Ref X` is `{Ref: X}`,
  /// `!GetAtt X.Arn` is `{Fn::GetAtt: [X, Arn]}`, `!If [...]` is `{Fn::If: [...]}`. A key that
  /// stands twice is an error.
  private static final class CloudFormationTags extends SafeConstructor {
    CloudFormationTags() {
      super(options());
      yamlMultiConstructors.put("!", new LongForm());
    }

    private static LoaderOptions options() {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(false);
      return options;
    }

    private final class LongForm extends AbstractConstruct {
      @Override
      public Object construct(Node node) {
        String tag = node.getTag().getValue().substring(1);
        Object content = content(node);
        return switch (tag) {
          case "Ref", "Condition" -> Map.of(tag, content);
          case "GetAtt" ->
              Map.of("Fn::GetAtt", content instanceof String path ? parts(path) : content);
          default -> Map.of("Fn::" + tag, content);
        };
      }

      private static List<String> parts(String path) {
        return List.of(path.split("[.]", 2));
      }

      private Object content(Node node) {
        return switch (node) {
          case ScalarNode scalar -> scalar.getValue();
          case SequenceNode sequence -> constructSequence(sequence);
          case MappingNode mapping -> constructMapping(mapping);
          default -> throw new IllegalArgumentException("a tag on " + node.getNodeId());
        };
      }
    }
  }
}
