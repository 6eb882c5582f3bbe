package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.function.RebuildHandler;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Inspector.GroupSize;
import pagemark.listing.json.Listings;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import pagemark.sync.StreamedTable;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs the template's state machine with the real handler: 40 segments of a table, one page for
/// each invocation. [RebuildRetryTest] checks what it tries again.
final class RebuildMachineTest {
  private static final int ITEMS = 400;
  private static final Listings LISTINGS = Project.listings();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private RebuildSettings settings = RebuildSettings.DEFAULT;
  private final InMemoryState state = new InMemoryState();
  private final Rebuilds rebuilds = Rebuilds.of(state);
  private final Writers writers = Writers.of(state);
  private final RebuildHandler handler =
      new RebuildHandler(LISTINGS, Template.TABLE, (_, _) -> setup(), () -> table(Template.TABLE));
  private final Map<String, Integer> invocations = new TreeMap<>();
  private final List<String> generations = new ArrayList<>();
  private final List<JsonNode> started = new ArrayList<>();
  private final TestContext context = new TestContext();
  private Runnable whileWaiting = () -> {};
  private int losses;
  private int page = 4;
  private int executions;

  private StreamedTable table(String name) {
    return new StreamedTable(name, Choices.TABLE_ARN, Choices.STREAM_ARN, null, 0, 0);
  }

  private RebuildSetup setup() {
    return new RebuildSetup(
        new IndexedTable(
            _ -> Map.of(),
            index,
            index,
            state,
            writers,
            state,
            Freshness.DEFAULT,
            () -> now,
            this::pass),
        this::scan,
        rebuilds,
        settings,
        Runnable::run,
        IndexStore.Limits.none(0));
  }

  private void pass(Duration time) {
    now = now.plus(time);
    whileWaiting.run();
  }

  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    context.remainingMillis = 1_000;
    int from = after.isEmpty() ? segment : number(after) + segments;
    List<Map<String, AttributeValue>> items =
        IntStream.iterate(from, i -> i < ITEMS, i -> i + segments)
            .limit(page)
            .mapToObj(RebuildMachineTest::item)
            .toList();
    return new TableScan.Page(
        items, items.size() < page ? Map.of() : Map.of("PK", fromS("" + number(items.getLast()))));
  }

  private static int number(Map<String, AttributeValue> item) {
    return Integer.parseInt(Objects.requireNonNull(item.get("PK")).s());
  }

  private static Map<String, AttributeValue> item(int number) {
    return Map.of(
        "PK", fromS("" + number),
        "PK2", fromS("shirt"),
        "SK", fromS("2024-05-%02d 00:00".formatted(1 + number % 28)),
        "rating", fromN("5"));
  }

  private JsonNode answer(String resource, JsonNode input) {
    if (resource.equals("<RebuildFunction.Arn>")) {
      return invoke(input);
    }
    assertEquals("arn:aws:states:::states:startExecution", resource);
    assertEquals(StateMachine.MACHINE, input.path("StateMachineArn").asText());
    started.add(input);
    return JsonNodeFactory.instance.objectNode();
  }

  /// The function, behind JSON as in Lambda.
  private JsonNode invoke(JsonNode input) {
    assertTrue(input.toString().length() < 262_144, "Step Functions' limit");
    String step = input.path("step").asText();
    invocations.merge(step, 1, Integer::sum);
    if (step.equals("segment") && losses > 0 && invocations.getOrDefault(step, 0) == 25) {
      losses--;
      index.drop(input.path("generation").asText());
    }
    context.remainingMillis = 900_000;
    Map<String, Object> answer =
        handler.handleRequest(JSON.convertValue(input, new TypeReference<>() {}), context);
    if (step.equals("begin") && answer.containsKey("generation")) {
      generations.add(String.valueOf(answer.get("generation")));
    }
    return JSON.valueToTree(answer);
  }

  private static JsonNode definition(int segments) {
    return Stack.of(
            Project.template(), Choices.all(Choices.OPEN, Map.of("RebuildSegments", "" + segments)))
        .definition("Rebuild");
  }

  private void run(int segments) {
    run(segments, JsonNodeFactory.instance.objectNode().put("listing", "comments"));
  }

  private void run(int segments, JsonNode input) {
    StateMachine machine = new StateMachine(definition(segments), this::answer, this::pass);
    JsonNode output = machine.run("run-" + ++executions, input);
    while (!started.isEmpty()) {
      JsonNode next = started.removeFirst();
      executions++;
      output = machine.run(next.path("Name").asText(), next.path("Input"));
    }
    assertEquals("DONE", output.path("status").asText());
    String serving = state.serving("comments").orElseThrow().id();
    assertEquals(generations.getLast(), serving);
    GroupRef group = new GroupRef(serving, "comments", new Group("shirt"));
    assertEquals(
        List.of(new GroupSize(group, ITEMS, ITEMS)),
        index.sizes(List.of(group), LISTINGS.find("comments").orElseThrow().definition().cells()));
  }

  /// A retry or a redriven execution continues what was begun.
  @Test
  void losingAPartMakesTheExecutionStartOver() {
    losses = 1;
    run(40);
    assertEquals(2, invocations.get("begin"));
    assertEquals(2, invocations.get("finish"));
    assertEquals(2, Set.copyOf(generations).size());
  }

  /// The index wants rows in order.
  @Test
  void theSecondPassOfAnExecutionMergesWhatTheFirstHasSorted() {
    index = InMemoryIndex.byPlace(() -> now, IndexSettings.DEFAULT);
    settings =
        new RebuildSettings(
            settings.writerAgeMax(),
            settings.firstNoteMax(),
            settings.lagMax(),
            settings.readerAgeMax(),
            settings.poll(),
            3);
    page = 50;

    run(4);

    assertEquals(2, invocations.get("begin"));
    assertEquals(2, invocations.get("finish"));
    assertEquals(1, Set.copyOf(generations).size());
  }

  /// The second one does not ask for a new generation again.
  @Test
  void aLongRebuildGoesOnInOtherExecutionsBeforeTheHistoryIsFull() {
    page = 1;
    run(40, JsonNodeFactory.instance.objectNode().put("listing", "comments").put("anew", true));
    assertEquals(4, executions, "3 of 11 invocations of each segment, again and again");
    assertEquals(40 * 11, invocations.get("segment"));
    assertEquals(1, Set.copyOf(generations).size());
  }

  /// A first deployment on a busy table. The consumer begins with the records of eight hours, and
  /// comes ten minutes closer in each; an invocation waits for a quarter of an hour.
  @Test
  void aConsumerThatIsFarBehindIsWaitedForInOneInvocationAfterAnother() {
    Instant start = now;
    whileWaiting =
        () -> {
          Duration waited = Duration.between(start, now);
          Duration lag = Duration.ofHours(8).minus(waited.multipliedBy(10));
          writers.note(
              new WriterNote(
                  "w",
                  Choices.STREAM_ARN,
                  state.live("comments").stream().map(Generation::id).collect(Collectors.toSet()),
                  now,
                  Math.max(0, lag.toMillis())));
          context.remainingMillis = waited.toSeconds() % 900 == 0 ? 0 : 900_000;
        };
    run(4);
    assertEquals(4, invocations.get("begin"), "48 minutes");
    assertEquals(1, Set.copyOf(generations).size());
    assertTrue(
        Duration.between(start, state.serving("comments").orElseThrow().birth()).toMinutes() >= 47);
    assertEquals(
        3,
        context.lines.stream()
            .filter(l -> l.contains("\"rebuild waits\"") && l.contains("\"lagMillis\""))
            .count());
  }

  @Test
  void everySegmentGoesOnByItsTokenUntilAllAreRead() {
    run(40);
    assertEquals(1, invocations.get("begin"));
    assertEquals(1, invocations.get("finish"));
    int each = ITEMS / 40 / page + 1;
    assertEquals(40 * each, invocations.get("segment"), "a page for each");
  }
}
