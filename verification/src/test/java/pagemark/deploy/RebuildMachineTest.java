package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Inspector.GroupSize;
import pagemark.key.Group;
import pagemark.listing.json.Listings;
import pagemark.rebuild.RebuildException;
import pagemark.rebuild.RebuildHandler;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.InMemoryState;
import pagemark.state.rebuild.InMemoryRebuilds;
import pagemark.state.writer.InMemoryWriters;
import pagemark.sync.StreamedTable;
import pagemark.table.TableScan;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs the template's state machine with the real handler: 40 segments of a table, one page for
/// each invocation.
final class RebuildMachineTest {
  private static final int ITEMS = 400;
  private static final int PAGE = 4;
  private static final Listings LISTINGS = Project.listings();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private final InMemoryRebuilds rebuilds = new InMemoryRebuilds(state);
  private final InMemoryWriters writers = new InMemoryWriters();
  private final RebuildHandler handler =
      new RebuildHandler(
          LISTINGS,
          Template.TABLE,
          (_, _) -> setup(),
          name -> new StreamedTable(name, Choices.TABLE_ARN, Choices.STREAM_ARN));
  private final Map<String, Integer> invocations = new TreeMap<>();
  private final List<String> generations = new ArrayList<>();
  private int remainingMillis;
  private int losses;
  private int brokenAfter;
  private int scansThatFail;
  private int executions;

  private RebuildSetup setup() {
    return new RebuildSetup(
        this::scan,
        new VerifiedRepair(_ -> Map.of(), index, state, Freshness.DEFAULT, () -> now),
        index,
        state,
        rebuilds,
        writers,
        RebuildSettings.DEFAULT,
        duration -> now = now.plus(duration),
        Runnable::run);
  }

  private TableScan.Page scan(int segment, int segments, Map<String, AttributeValue> after) {
    remainingMillis = 1_000;
    if (scansThatFail > 0) {
      scansThatFail--;
      throw SdkClientException.create("throttled");
    }
    int from = after.isEmpty() ? segment : number(after) + segments;
    List<Map<String, AttributeValue>> items =
        IntStream.iterate(from, i -> i < ITEMS, i -> i + segments)
            .limit(PAGE)
            .mapToObj(RebuildMachineTest::item)
            .toList();
    return new TableScan.Page(
        items, items.size() < PAGE ? Map.of() : Map.of("PK", fromS("" + number(items.getLast()))));
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

  /// The function, behind JSON as in Lambda.
  private JsonNode invoke(JsonNode input) {
    assertTrue(input.toString().length() < 262_144, "Step Functions' limit");
    String step = input.path("step").asText();
    invocations.merge(step, 1, Integer::sum);
    if (step.equals("segment") && losses > 0 && invocations.getOrDefault(step, 0) == 25) {
      losses--;
      index.drop(input.path("generation").asText());
    }
    if (--brokenAfter == 0) {
      throw new IllegalStateException("as a failed execution");
    }
    remainingMillis = 900_000;
    Map<String, Object> answer =
        handler.handleRequest(JSON.convertValue(input, new TypeReference<>() {}), new Remaining());
    if (step.equals("begin")) {
      generations.add(String.valueOf(answer.get("generation")));
    }
    return JSON.valueToTree(answer);
  }

  private static JsonNode definition(int segments) {
    return Stack.of(
            Project.template(), Choices.all(Choices.OPEN, Map.of("RebuildSegments", "" + segments)))
        .properties("Rebuild")
        .path("Definition");
  }

  private void run(int segments) {
    run(segments, JsonNodeFactory.instance.objectNode().put("listing", "comments"));
  }

  private void run(int segments, JsonNode input) {
    JsonNode output =
        new StateMachine(definition(segments), this::invoke).run("run-" + ++executions, input);
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

  @Test
  void theNextExecutionContinuesAFailedOne() {
    brokenAfter = 30;
    assertThrows(IllegalStateException.class, () -> run(8));
    now = now.plusSeconds(31);
    int before = Objects.requireNonNull(invocations.get("segment"));
    run(8);
    assertEquals(1, Set.copyOf(generations).size());
    int pages = 8 * (ITEMS / 8 / PAGE + 1);
    assertTrue(
        Objects.requireNonNull(invocations.get("segment")) - before < pages, invocations::toString);
  }

  /// The work of a failed execution is discarded, once: what the execution itself has begun
  /// continues through each of its steps.
  @Test
  void executionWithAnewDiscardsTheWorkOfAnother() {
    brokenAfter = 30;
    assertThrows(IllegalStateException.class, () -> run(8));
    now = now.plusSeconds(31);
    losses = 1;
    invocations.clear();
    run(8, JsonNodeFactory.instance.objectNode().put("listing", "comments").put("anew", true));
    assertEquals(
        3, Set.copyOf(generations).size(), "the left one, the one that was lost, the last");
    assertEquals(2, invocations.get("begin"));
  }

  /// Only a person can change what the server does when its memory is full.
  @Test
  void evictingIndexFailsTheExecutionAtOnce() {
    index.endanger("keys are evicted: set maxmemory-policy to noeviction");
    var refused = assertThrows(RebuildException.class, () -> run(8));
    assertEquals(
        "the index is not built: keys are evicted: set maxmemory-policy to noeviction",
        refused.getMessage());
    assertEquals(Map.of("begin", 1), invocations);
  }

  @Test
  void aTableThatFailsForAWhileIsReadAgain() {
    scansThatFail = 20;
    run(8);
    assertEquals(0, scansThatFail);
    int pages = 8 * (ITEMS / 8 / PAGE + 1);
    assertTrue(Objects.requireNonNull(invocations.get("segment")) > pages, invocations::toString);
  }

  private final class Remaining implements Context {
    @Override
    public int getRemainingTimeInMillis() {
      return remainingMillis;
    }

    @Override
    public String getAwsRequestId() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getLogGroupName() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getLogStreamName() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getFunctionName() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getFunctionVersion() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getInvokedFunctionArn() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CognitoIdentity getIdentity() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ClientContext getClientContext() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getMemoryLimitInMB() {
      throw new UnsupportedOperationException();
    }

    @Override
    public LambdaLogger getLogger() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void everySegmentGoesOnByItsTokenUntilAllAreRead() {
    run(40);
    assertEquals(1, invocations.get("begin"));
    assertEquals(1, invocations.get("finish"));
    int each = ITEMS / 40 / PAGE + 1;
    assertEquals(40 * each, invocations.get("segment"), "a page for each");
  }
}
