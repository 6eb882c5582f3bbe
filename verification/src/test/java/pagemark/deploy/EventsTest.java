package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The environments of the example events for `sam local invoke`. The functions' own tests read the
/// events.
final class EventsTest {
  private static final String ENVIRONMENT = "events/env.json";

  private final Template template = Project.template();

  @ParameterizedTest
  @ValueSource(strings = {ENVIRONMENT, "events/env-dynamodb.json", "events/env-sql.json"})
  void theEnvironmentNamesExactlyTheFunctionsAndTheirVariables(String file) {
    Map<String, Set<String>> inTemplate = new TreeMap<>();
    for (String function : template.functions().keySet()) {
      inTemplate.put(function, new TreeSet<>(template.environment(function).keySet()));
    }
    Map<String, Set<String>> inFile = new TreeMap<>();
    for (Map.Entry<String, JsonNode> function : Project.json(file).properties()) {
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
}
