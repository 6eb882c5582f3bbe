package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.function.RebuildHandler;
import pagemark.services.TestContext;
import pagemark.sync.RandomTable;
import pagemark.sync.TableModel;

/// Rebuilds by a state machine, of an index that wants rows in order. Segment 0 has all items.
final class SortedStepsTest {
  private static final int SEGMENTS = 3;

  private final RebuildWorld world = RebuildWorld.byPlace();
  private final RebuildHandler handler =
      new RebuildHandler(
          RandomTable.LISTINGS,
          TableModel.NAME,
          (_, _) -> world.setup(world.scan, writer -> writer),
          () -> RebuildWorld.TABLE);

  private Map<String, Object> call(Map<String, Object> event) {
    return handler.handleRequest(event, new TestContext());
  }

  /// What a state of the machine sends, as template.yaml says.
  private static Map<String, Object> event(String step, Map<String, Object> begun) {
    Map<String, Object> event = new HashMap<>(Map.of("step", step));
    for (String field : List.of("listing", "token", "generation")) {
      event.put(field, begun.get(field));
    }
    return event;
  }

  private Map<String, Object> begin() {
    return call(
        Map.of("step", "begin", "listing", "comments", "token", "run-1", "segments", SEGMENTS));
  }

  private Map<String, Object> finish(Map<String, Object> begun) {
    Map<String, Object> event = event("finish", begun);
    event.put("input", Map.of("listing", "comments"));
    return call(event);
  }

  private List<Object> segments(Map<String, Object> begun) {
    return IntStream.range(0, SEGMENTS).mapToObj(segment -> segment(begun, segment)).toList();
  }

  private Object segment(Map<String, Object> begun, int segment) {
    Map<String, Object> event = event("segment", begun);
    event.put("segment", segment);
    event.put("invocation", 1);
    return call(event).getOrDefault("status", "");
  }

  @Test
  void theSecondPassOfAnExecutionMergesWhatTheFirstHasSorted() {
    world.settings = TestSettings.rowsPerCall(RebuildSettings.DEFAULT, 3);
    for (int i = 0; i < 30; i++) {
      world.fixture.table.put(
          Map.of(
              "PK", fromS("item" + i),
              "PK2", fromS(RandomTable.GROUPS.get(i % 3)),
              "SK", fromS("2024-05-%02d 00:00".formatted(1 + i % 28))));
    }
    Map<String, Object> first = begin();
    assertEquals(List.of("WAITING", "DONE", "DONE"), segments(first));
    assertEquals("CONTINUE", finish(first).get("status"));

    Map<String, Object> second = begin();
    assertEquals(first.get("generation"), second.get("generation"));
    assertNull(second.get("gaveUp"));
    assertEquals(List.of("WAITING", "WAITING", "WAITING"), segments(second));
    assertEquals("DONE", finish(second).get("status"));
    world.assertEqualsTable("at the end");
  }
}
