package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The environments of the example events for `sam local invoke`. The functions' own tests read the
/// events.
final class EventsTest {
  private static final String ENVIRONMENT = "events/env.json";

  /// The index of the environments for other kinds.
  private static final Map<String, String> OTHER_ENVIRONMENTS =
      Map.of(
          "events/env-dynamodb.json",
          "dynamodb:pagemark",
          "events/env-sql.json",
          "jdbc:postgresql://host.docker.internal:5432/pagemark?user=pagemark&password=pagemark");

  private final Template template = Project.template();

  @Test
  void theEnvironmentNamesExactlyTheFunctionsAndTheirVariables() {
    Map<String, Set<String>> inTemplate = new TreeMap<>();
    for (String function : template.functions().keySet()) {
      inTemplate.put(function, new TreeSet<>(template.environment(function).keySet()));
    }
    Map<String, Set<String>> inFile = new TreeMap<>();
    for (Map.Entry<String, JsonNode> function : Project.json(ENVIRONMENT).properties()) {
      Set<String> names = new TreeSet<>();
      function.getValue().fieldNames().forEachRemaining(names::add);
      inFile.put(function.getKey(), names);
    }
    assertEquals(inTemplate, inFile);
  }

  @Test
  void theBatchIsOfTheStreamOfTheEnvironment() {
    JsonNode records = Project.json("events/stream-sync.json").path("Records");
    assertFalse(records.isEmpty());
    for (JsonNode record : records) {
      assertEquals(
          Project.json(ENVIRONMENT).at("/StreamSyncFunction/STREAM_ARN"),
          record.path("eventSourceARN"));
    }
  }

  @Test
  void theEnvironmentsForOtherKindsOfIndexDifferInTheIndexAlone() {
    ObjectNode redis = (ObjectNode) Project.json(ENVIRONMENT);
    redis.forEach(function -> ((ObjectNode) function).remove("INDEX_URL"));
    OTHER_ENVIRONMENTS.forEach(
        (file, url) -> {
          ObjectNode other = (ObjectNode) Project.json(file);
          Set<String> urls = new TreeSet<>();
          for (JsonNode function : other) {
            JsonNode named = ((ObjectNode) function).remove("INDEX_URL");
            urls.add(named == null ? "none" : named.asText());
          }
          assertEquals(Set.of(url, "none"), urls, file);
          assertEquals(redis, other, file);
        });
  }
}
