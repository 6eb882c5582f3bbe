package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A function as template.yaml and the Makefile deploy it.
///
/// @param name its logical id
/// @param handler its class and method, as the template names them
/// @param jar the jar that Maven has packaged for it, with an index on Redis
/// @param variables the names of the environment variables that the template sets
public record DeployedFunction(String name, String handler, Path jar, Set<String> variables) {
  /// Every function of the template.
  public static List<DeployedFunction> all() {
    Template template = Project.template();
    return template.functions().keySet().stream().map(name -> of(template, name)).toList();
  }

  /// @throws java.util.NoSuchElementException if the template has no such function
  public static DeployedFunction named(String name) {
    return all().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  private static DeployedFunction of(Template template, String name) {
    return new DeployedFunction(
        name,
        template.properties(name).path("Handler").asText(),
        SamFiles.jar(name, "redis"),
        template.environment(name).keySet());
  }

  /// The same function with the jar for a kind of index.
  ///
  /// @param indexKind a value of the template's `IndexKind`
  public DeployedFunction packagedFor(String indexKind) {
    return new DeployedFunction(name, handler, SamFiles.jar(name, indexKind), variables);
  }

  /// The properties that the template gives the listed table.
  public static JsonNode table() {
    return Project.template().properties(Template.TABLE);
  }

  /// The text of a file of the project, such as `events/audit.json`.
  public static String text(String file) {
    return Project.text(file);
  }
}
