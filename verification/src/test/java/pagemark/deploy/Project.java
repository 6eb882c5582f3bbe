package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import pagemark.listing.json.Listings;

/// The project's folder, wherever in it a test runs.
final class Project {
  static final String NETWORK = "deployment/template-network.yaml";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  static final Path ROOT =
      Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
          .filter(folder -> Files.exists(folder.resolve("template.yaml")))
          .findFirst()
          .orElseThrow();

  /// Read once, as YAML takes long; nobody changes them.
  private static final Template TEMPLATE = Template.parse(text("template.yaml"));

  private static final Template OWN_NETWORK = Template.parse(text(NETWORK));

  private Project() {}

  static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(String file) {
    return parsed(text(file));
  }

  static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(json, e);
    }
  }

  static Template template() {
    return TEMPLATE;
  }

  /// The template of stacks with an index or a network of one's own.
  static Template network() {
    return OWN_NETWORK;
  }

  /// The template that takes the parameters.
  static Template template(Map<String, String> parameters) {
    boolean isOwn = "sql".equals(parameters.get("IndexKind")) || parameters.containsKey("VpcId");
    Template template = template();
    return isOwn || !template.names("Parameters").containsAll(parameters.keySet())
        ? network()
        : template;
  }

  /// The listings of the deployed table, which they call as the template does.
  static Listings listings() {
    return Listings.parse(text("listings.json"), Map.of("TABLE_NAME", Template.TABLE));
  }
}
