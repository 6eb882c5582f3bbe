package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.function.RebuildHandler;
import pagemark.index.IndexStore.Limits;
import pagemark.services.TestContext;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.sync.RandomTable;
import pagemark.sync.TableModel;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rebuilds with one invocation for each segment.
final class RebuildStepsTest {
  private static final int SEGMENTS = 3;
  private static final int ITEMS = 60;
  private static final int PAGE = 5;

  private final RebuildWorld world = new RebuildWorld();
  private final RebuildHandler handler =
      new RebuildHandler(
          RandomTable.LISTINGS,
          TableModel.NAME,
          (_, _) -> world.setup(this::scan, writer -> writer),
          () -> RebuildWorld.TABLE);
  private int pagesRead;
  private Runnable afterPage = () -> {};

  @BeforeEach
  void fill() {
    for (int i = 0; i < ITEMS; i++) {
      world.fixture.table.put(
          Map.of(
              "PK", fromS("item%02d".formatted(i)),
              "PK2", fromS(RandomTable.GROUPS.get(i % 3)),
              "SK", fromS("2024-05-%02d 00:00".formatted(1 + i % 28))));
    }
  }

  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> rest = new ArrayList<>();
    String from = after.isEmpty() ? "" : key(after);
    for (int i = segment; i < ITEMS; i += segments) {
      String key = "item%02d".formatted(i);
      if (key.compareTo(from) > 0) {
        world.fixture.table.items().stream()
            .filter(item -> key(item).equals(key))
            .forEach(rest::add);
      }
    }
    boolean last = rest.size() <= PAGE;
    List<Map<String, AttributeValue>> page = last ? rest : rest.subList(0, PAGE);
    synchronized (this) {
      pagesRead++;
    }
    afterPage.run();
    return new TableScan.Page(
        page, last ? Map.of() : Map.of("PK", AttributeValue.fromS(key(page.getLast()))));
  }

  private static String key(Map<String, AttributeValue> item) {
    return Objects.requireNonNull(item.get("PK")).s();
  }

  private Map<String, Object> call(Map<String, Object> event) {
    return handler.handleRequest(event, new TestContext());
  }

  private static Map<String, Object> beginning(String token) {
    return Map.of("step", "begin", "listing", "comments", "token", token, "segments", SEGMENTS);
  }

  private Map<String, Object> begin(String token) {
    return call(beginning(token));
  }

  private static Map<String, Object> segment(Map<String, Object> begun, int segment) {
    Map<String, Object> event = finish(begun);
    event.put("step", "segment");
    event.put("segment", segment);
    return event;
  }

  private static Map<String, Object> finish(Map<String, Object> begun) {
    Map<String, Object> event = new HashMap<>();
    event.put("step", "finish");
    for (String field : List.of("listing", "token", "generation")) {
      event.put(field, begun.get(field));
    }
    return event;
  }

  private void assertServesTheTable(@Nullable Object generation) {
    assertEquals(generation, world.serving().id());
    world.assertIndexed();
  }

  @Test
  void invocationsReadSegmentsInParallel() throws Exception {
    Map<String, Object> begun = begin("run-1");
    assertEquals("DONE", begun.get("status"));
    assertEquals(List.of(0, 1, 2), begun.get("segments"));
    assertEquals("CONTINUE", call(finish(begun)).get("status"), "nothing is read yet");

    List<Future<Map<String, Object>>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < SEGMENTS; i++) {
        Map<String, Object> event = segment(begun, i);
        answers.add(threads.submit(() -> call(event)));
      }
    }
    for (int i = 0; i < SEGMENTS; i++) {
      Map<String, Object> expected = segment(begun, i);
      expected.put("status", "DONE");
      expected.put("items", (long) ITEMS / SEGMENTS);
      assertEquals(expected, answers.get(i).get(), "the request, and how it ended");
    }
    assertEquals("DONE", call(finish(begun)).get("status"));
    assertServesTheTable(begun.get("generation"));
    assertEquals("DONE", call(finish(begun)).get("status"), "an answer may get lost");
  }

  /// A state machine calls again because an answer was lost. While the first invocation applies a
  /// page, the second one reads all of the segment, and the table changes below the page. The first
  /// one then keeps a position that lies before the second one's.
  @Test
  void twoInvocationsInOneSegmentDoNoHarm() {
    Map<String, Object> begun = begin("run-1");
    TestContext first = new TestContext();
    afterPage =
        () -> {
          afterPage = () -> {};
          assertEquals("DONE", call(segment(begun, 0)).get("status"));
          first.remainingMillis = 1_000;
        };
    assertEquals("CONTINUE", handler.handleRequest(segment(begun, 0), first).get("status"));
    call(segment(begun, 1));
    call(segment(begun, 2));
    assertEquals("CONTINUE", call(finish(begun)).get("status"), "its position is the older one");

    assertEquals(begun, begin("run-1"));
    assertEquals("DONE", call(segment(begun, 0)).get("status"));
    assertEquals("DONE", call(finish(begun)).get("status"));
    assertServesTheTable(begun.get("generation"));
  }

  /// The store comes back with older data between two invocations: all slots have their markers,
  /// and the rows of the kept position are gone. Without a look at the rows, `finish` would send
  /// the segment back to the same end for ever.
  @Test
  void lostRowsRepeatAllSteps() {
    Map<String, Object> begun = begin("run-1");
    Runnable restored = world.index.saved();
    TestContext brief = new TestContext();
    afterPage = () -> brief.remainingMillis = 1_000;
    assertEquals("CONTINUE", handler.handleRequest(segment(begun, 0), brief).get("status"));
    afterPage = () -> {};
    restored.run();
    assertEquals("LOST", call(segment(begun, 0)).get("status"));
    assertEquals("CONTINUE", call(finish(begun)).get("status"));
    assertNotEquals(begun.get("generation"), begin("run-1").get("generation"));
  }

  @Test
  void anotherOwnerWaitsForTheLeaseAndThenTakesAllSegments() {
    Map<String, Object> begun = begin("run-1");
    call(segment(begun, 0));
    assertThrows(RebuildHeldException.class, () -> begin("run-2"));
    world.now = world.now.plusSeconds(31);
    Map<String, Object> taken = begin("run-2");
    assertEquals(begun.get("generation"), taken.get("generation"), "what was read is kept");
    assertThrows(RebuildLostException.class, () -> call(segment(begun, 1)));
    assertThrows(RebuildLostException.class, () -> call(finish(begun)));

    int before = pagesRead;
    call(segment(taken, 0));
    assertEquals(before, pagesRead, "done by the first owner");
    call(segment(taken, 1));
    call(segment(taken, 2));
    assertEquals("DONE", call(finish(taken)).get("status"));
    assertServesTheTable(taken.get("generation"));
  }

  @Test
  void aBeginNeedsNeitherTokenNorSegments() {
    Map<String, Object> begun = call(Map.of("step", "begin", "listing", "comments"));
    assertEquals(List.of(0, 1, 2, 3), begun.get("segments"));
    assertEquals("CONTINUE", call(finish(begun)).get("status"), "by the token that it was given");
  }

  /// A state machine calls again because the answer was lost.
  @Test
  void aRepeatedBeginGoesOnWithTheRebuildOfItsToken() {
    Map<String, Object> left = begin("run-1");
    world.now = world.now.plusSeconds(31);
    Map<String, Object> event = new HashMap<>(beginning("run-2"));
    event.put("input", Map.of("anew", true));
    Map<String, Object> begun = call(event);
    assertNotEquals(left.get("generation"), begun.get("generation"));
    assertEquals("a new rebuild was requested", begun.get("gaveUp"));

    Map<String, Object> again = call(event);
    assertEquals(begun.get("generation"), again.get("generation"));
    assertEquals(null, again.get("gaveUp"));
  }

  @Test
  void namesMissingAndWrongFields() {
    assertWrong("\"listing\" is null; valid values: a text that is not empty", Map.of());
    assertWrong("\"step\" is end; valid values: begin, finish, segment", Map.of("step", "end"));
    assertWrong(
        "\"listing\" is null; valid values: a text that is not empty", Map.of("step", "begin"));
    assertWrong(
        "\"segments\" is 41; valid values: 1 to 40",
        Map.of("listing", "comments", "token", "t", "step", "begin", "segments", "41"));
    assertWrong(
        "\"anew\" is yes; valid values: true, false", Map.of("step", "begin", "anew", "yes"));
    assertWrong(
        "\"input\" is of another type; valid values: an object",
        Map.of("step", "begin", "input", List.of()));
    assertWrong(
        "\"token\" is null; valid values: a text that is not empty",
        Map.of("listing", "comments", "step", "finish"));
    Map<String, Object> begun = begin("run-1");
    assertWrong("\"segment\" is 3; valid values: 0 to 2", segment(begun, 3));
  }

  private void assertWrong(String message, Map<String, Object> event) {
    var wrong = assertThrows(IllegalArgumentException.class, () -> call(event));
    assertEquals(message, wrong.getMessage());
  }

  @Test
  void theEstimateGrowsWithItemsAndBytesAndFallsWithSegments() {
    Limits none = Limits.none(100);
    assertEquals(1, RebuildEstimate.of(0, 0, 4, none).seconds());
    assertEquals(500_001, RebuildEstimate.of(2_000_000_000, 1_000, 4, none).seconds());
    assertEquals(251, RebuildEstimate.of(1_000, 1_000_000_000, 4, none).seconds());
    assertEquals("", RebuildEstimate.of(2_000_000_000, 1_000, 4, none).advice());
  }

  /// `rebuild-scan`, `rebuild-lambda` and `rebuild-of-500` of docs/figures.tsv.
  @Test
  void theEstimateSaysAboutWhatHalfABillionItemsCost() {
    Limits tables = new Limits("write units", 0.12, 7, 48, Long.MAX_VALUE, Long.MAX_VALUE);
    RebuildEstimate estimate = RebuildEstimate.of(500_000_000, 200_000_000_000L, 4, tables);
    assertEquals(0.01, RebuildEstimate.of(500, 200_000, 4, Limits.none(100)).json().get("dollars"));
    assertEquals(100.15, estimate.json().get("dollars"));
  }

  @Test
  void theEstimateKnowsWhatTheStoreMayTake() {
    Limits small = new Limits("ECPU", 4, 8.5, 130, 25_000, 1_000_000_000);
    RebuildEstimate fits = RebuildEstimate.of(3_800_000, 1_000, 40, small);
    assertEquals(3_800_000 * 4 / 25_000 + 1, fits.seconds(), "slower than the segments read");
    assertFalse(fits.json().containsKey("advice"));
    assertFalse(fits.json().containsKey("each"));
    assertTrue(fits.ofSeveral().json().containsKey("each"));
    RebuildEstimate full = RebuildEstimate.of(7_700_000, 1_000, 40, small);
    assertEquals(1_001_000_000, full.indexBytes());
    assertTrue(
        full.advice().contains("takes up to 1.0 GB")
            && full.advice().contains("CacheGigabytesMax=3"),
        full::advice);
  }
}
