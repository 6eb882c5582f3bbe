package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The function behind the HTTP API.
final class ApiTest {
  private static final Map<String, String> SNAP_START = Map.of("SnapStart", "7");

  /// SAM publishes a version for new code, and CloudFormation for a new description. An alias of
  /// the name that an earlier template gave would be a second one of that name.
  @Test
  void whateverChangesTheFunctionPublishesAVersionAndTheOneBeforeGoes() {
    assertTrue(configurations(Project.template()) > 50, "many configurations");
    assertTrue(configurations(Project.network()) > 100, "many configurations");
    JsonNode api = Project.template().properties(Template.API);
    assertEquals("serving", api.path("AutoPublishAlias").asText());
    assertEquals("Delete", api.path("VersionDeletionPolicy").asText());
  }

  /// Asserts that a description has one configuration only.
  ///
  /// @return how many there are
  private static int configurations(Template template) {
    Map<String, JsonNode> configurations = new HashMap<>();
    Choices.everything(template)
        .map(choice -> Choices.all(choice, SNAP_START))
        .flatMap(ApiTest::andItsNeighbours)
        .forEach(
            choice -> {
              ObjectNode api = Stack.of(template, choice).properties(Template.API).deepCopy();
              String description = api.remove("VersionDescription").asText();
              assertTrue(description.length() <= 256, description);
              // It is of the function, not of its versions.
              api.remove("ReservedConcurrentExecutions");
              JsonNode known = configurations.putIfAbsent(description, api);
              assertTrue(known == null || known.equals(api), () -> choice + ": " + description);
            });
    return configurations.size();
  }

  private static Stream<Map<String, String>> andItsNeighbours(Map<String, String> choice) {
    return Stream.of(
        choice,
        Choices.all(choice, Map.of("MemoryMegabytes", "2048")),
        Choices.all(choice, Map.of("SnapStart", "on")),
        Choices.all(choice, Map.of("CacheName", "other")),
        Choices.all(choice, Map.of("CorsOrigins", "https://other.example.com")),
        Choices.all(choice, Map.of("BasePath", "/other")));
  }
}
