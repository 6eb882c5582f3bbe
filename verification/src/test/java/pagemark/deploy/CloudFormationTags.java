package pagemark.deploy;

import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/// Reads YAML with CloudFormation's short tags, each as its long form: `!Ref X` is `{Ref: X}`,
/// `!GetAtt X.Arn` is `{Fn::GetAtt: [X, Arn]}`, `!If [...]` is `{Fn::If: [...]}`. A key that stands
/// twice is an error.
final class CloudFormationTags extends SafeConstructor {
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
