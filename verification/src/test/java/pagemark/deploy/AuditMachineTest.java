package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.function.AuditHandler;
import pagemark.index.IndexException;

/// Runs the template's state machine of audits. `AuditIT` gives such requests to the function.
final class AuditMachineTest {
  private static final JsonNode INPUT =
      JsonNodeFactory.instance.objectNode().put("listing", "comments").put("repair", true);

  private final List<String> requests = new ArrayList<>();
  private int refusals;

  /// A function that takes three invocations.
  private JsonNode invoke(String function, JsonNode request) {
    if (refusals > 0) {
      refusals--;
      throw new IndexException.Unavailable("LOADING", null);
    }
    requests.add(request.toString());
    return JsonNodeFactory.instance
        .objectNode()
        .put("status", requests.size() < 3 ? "CONTINUE" : "DONE");
  }

  private static JsonNode definition() {
    return Stack.of(Project.template(), Choices.all(Choices.OPEN, Map.of())).definition("Audit");
  }

  @Test
  void itInvokesTheFunctionUntilEverythingIsCompared() throws Exception {
    refusals = 12;
    JsonNode output = new StateMachine(definition(), this::invoke, _ -> {}).run("run-1", INPUT);
    assertEquals("DONE", output.path("status").asText());
    JsonNode request = JsonMapper.builder().build().readTree(requests.getFirst());
    assertEquals("run-1", request.path("token").asText());
    assertEquals(INPUT, request.path("input"));
    assertEquals(2, request.size());
    assertEquals(3, requests.size());
  }

  @Test
  void aRefusalIsNotRepeated() {
    List<JsonNode> calls = new ArrayList<>();
    StateMachine machine =
        new StateMachine(
            definition(),
            (_, request) -> {
              calls.add(request);
              throw new IllegalArgumentException("no such listing");
            },
            _ -> {});
    assertThrows(IllegalArgumentException.class, () -> machine.run("run-1", INPUT));
    assertEquals(1, calls.size());
    for (JsonNode name : definition().at("/States/Compare/Retry/0/ErrorEquals")) {
      assertDoesNotThrow(() -> Class.forName(name.asText()));
    }
  }

  /// No listing of the sample is read by key, and none has an index here.
  @Test
  void theScheduleAsksForWhatTheFunctionTakes() throws Exception {
    StateMachine machine =
        DocumentedCommandsTest.machine("Audit", new AuditHandler(DocumentedCommandsTest.wiring()));
    for (String schedule : List.of("", "rate(1 day)")) {
      for (String rule : List.of("AuditSome", "AuditAll")) {
        JsonNode output = machine.run("run-1", scheduled(schedule, rule));
        assertEquals("DONE", output.path("status").asText());
      }
    }
  }

  private static JsonNode scheduled(String schedule, String rule) throws Exception {
    Stack stack =
        Stack.of(Project.template(), Choices.all(Choices.OPEN, Map.of("AuditSchedule", schedule)));
    String input = stack.properties(rule).at("/Target/Input").asText();
    return JsonMapper.builder().build().readTree(input);
  }
}
