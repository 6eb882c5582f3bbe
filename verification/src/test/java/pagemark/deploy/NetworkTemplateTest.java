package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/// deployment/template-network.yaml is template.yaml with the parts of deployment/network.yaml, so
/// that nobody keeps two copies: `-Dwrite=true` writes it.
final class NetworkTemplateTest {
  private static final String PARTS = "deployment/network.yaml";
  private static final String HEAD =
      "# Made of template.yaml and %s by NetworkTemplateTest. Do not edit it.%n".formatted(PARTS);

  @Test
  void itIsTheTemplateWithItsOwnParts() throws IOException {
    ObjectNode all = Project.template().root().deepCopy();
    merge(all, Template.parse(Project.text(PARTS)).root());
    String text = HEAD + yaml(all);
    if (Boolean.getBoolean("write")) {
      Files.writeString(Project.ROOT.resolve(Project.NETWORK), text);
    }
    assertEquals(text, Project.text(Project.NETWORK));
  }

  /// A stack of the one is upgraded with the other.
  @Test
  void resourcesOfTheTemplateAreThereAndOfTheSameTypes() {
    JsonNode resources = Project.network().root().path("Resources");
    for (Map.Entry<String, JsonNode> each :
        Project.template().root().path("Resources").properties()) {
      assertEquals(
          each.getValue().path("Type"), resources.path(each.getKey()).path("Type"), each.getKey());
    }
  }

  private static String yaml(JsonNode template) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setWidth(120);
    return new Yaml(options).dump(JsonMapper.builder().build().convertValue(template, Map.class));
  }

  private static void merge(ObjectNode into, JsonNode parts) {
    for (Map.Entry<String, JsonNode> part : parts.properties()) {
      String name = part.getKey();
      JsonNode value = part.getValue();
      if (value.isNull()) {
        into.remove(name);
      } else if (name.endsWith("+")) {
        value.forEach(((ArrayNode) into.path(name.replace("+", "")))::add);
      } else if (into.path(name) instanceof ObjectNode before && isMap(before) && isMap(value)) {
        merge(before, value);
      } else {
        into.set(name, value);
      }
    }
  }

  /// A map, and no call of a function of CloudFormation.
  private static boolean isMap(JsonNode node) {
    return node.isObject()
        && node.properties().stream()
            .noneMatch(field -> field.getKey().matches("Ref|Fn::.*") && node.size() == 1);
  }
}
