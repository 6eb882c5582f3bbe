package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.function.RebuildSteps.Relay;
import pagemark.rebuild.RebuildSettings;

final class RelayTest {
  /// Of the task, the call and the choice; and of two tries more.
  private static final int EVENTS_PER_INVOCATION = 7 + 2 * 3;

  /// In each, rows are read and merged.
  private static final int ROUNDS = RebuildSettings.ROUNDS_MAX;

  @Test
  void anExecutionEndsBeforeItsHistoryIsFullAndItsTimeIsOver() {
    for (int segments = 1; segments <= RebuildHandler.Request.SEGMENTS_MAX; segments++) {
      int each = Relay.invocationsMax(segments);
      assertTrue(each >= 1);
      int events = 2 * ROUNDS * segments * each * EVENTS_PER_INVOCATION;
      assertTrue(events < 25_000 - 1_000, "events: " + events);
      Duration time = Duration.ofMinutes(15).multipliedBy(2L * ROUNDS * each);
      assertTrue(time.compareTo(Duration.ofDays(6)) < 0, "time: " + time);
    }
  }

  private static Map<String, Object> next(String token, int execution) {
    return Relay.next("comments", token, execution);
  }

  @Test
  void theNextExecutionHasANameOfItsOwnForEachExecution() {
    assertEquals(next("run-1", 1), next("run-1", 1), "a repeated start starts nothing");
    assertNotEquals(next("run-1", 1).get("name"), next("run-2", 1).get("name"));
    assertTrue(String.valueOf(next("run-1", 1).get("name")).matches("[a-z0-9-]{1,80}"));
    assertEquals(Map.of("listing", "comments", "execution", 8), next("run-1", 7).get("input"));
  }

  @Test
  void executionsAreBounded() {
    assertEquals(
        "the rebuild is not done after 1000 executions",
        assertThrows(IllegalStateException.class, () -> next("run-1", 1_000)).getMessage());
  }
}
