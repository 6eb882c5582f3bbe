package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Extent;
import pagemark.load.BatchWriter;
import pagemark.local.data.Sample;
import pagemark.state.Inexact;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Every function of the template, as it is packaged, on Lambda's own Java runtime. Those for Redis
/// run whole in each build. Of the jars for the other stores, each handles one event there: a page,
/// and a record whose page is then asked.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PackagedRuntimeContract {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int COMMENTS = 300;
  private static final int PAGE_SIZE = 20;
  private static final int ATTEMPTS_MAX = 100;
  private static final String CURSOR_KEY = "k".repeat(43);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /// The functions that make and read the index.
  private static final Set<String> FIRST =
      Set.of("RebuildFunction", "ApiFunction", "StreamSyncFunction");

  private @Nullable DeployedServers servers;

  @TempDir private Path folder;

  private final Map<String, FunctionProcess> running = new HashMap<>();

  /// Where the table is.
  abstract AwsSide aws() throws Exception;

  /// Where the index is.
  IndexSide index() {
    return IndexSide.redis();
  }

  /// Starts a function as Lambda does.
  FunctionProcess start(FunctionProcess.Start start) throws Exception {
    return FunctionProcess.start(start);
  }

  /// Starts a function under SnapStart, and restores it from its snapshot.
  static FunctionProcess restored(FunctionProcess.Start start) throws Exception {
    FunctionProcess process = FunctionProcess.start(start.underSnapStart());
    process.awaitCheckpoint();
    process.restore();
    return process;
  }

  @BeforeAll
  void start() throws Exception {
    DeployedServers started = new DeployedServers(aws(), index());
    servers = started;
    new BatchWriter(started.dynamo, DeployedServers.TABLE, _ -> {})
        .writeAll(Sample.comments(COMMENTS), 2);
  }

  @AfterAll
  void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  private DeployedServers servers() {
    return Objects.requireNonNull(servers);
  }

  @AfterEach
  void end() {
    running.values().forEach(FunctionProcess::close);
    running.clear();
  }

  /// A table that has items is deployed: its index is built, read, kept, audited and repaired.
  @Test
  void everyFunctionOfTheTemplateAnswersItsEvents() throws Exception {
    rebuilds();
    answersThePageOfTheExample();
    followsTheStream();
    if (isWhole()) {
      keepsTheIndex();
    }
    PackagedLines.assertTold(running);
    assertEquals(isWhole() ? all() : FIRST, running.keySet());
  }

  /// Whether all functions run, not only those that make and read the index.
  boolean isWhole() {
    return Extent.of(false, true);
  }

  private static Set<String> all() {
    return DeployedFunction.all().stream().map(DeployedFunction::name).collect(toSet());
  }

  /// Runs the functions that keep an index right: audit, repair and watch.
  private void keepsTheIndex() throws Exception {
    findsNothingToRepairInAnAudit();
    settlesWhatAReaderDoubts();
    readsTheStreamAgain();
  }

  private void rebuilds() throws Exception {
    JsonNode answer = invoke("RebuildFunction", event("rebuild"));
    assertEquals("DONE", answer.path("status").asText());
    assertEquals("comments", answer.path("listing").asText());
    assertEquals(COMMENTS, answer.path("items").asInt());
    assertTrue(answer.path("token").asText().startsWith("lambda-"), answer.toString());
  }

  private void answersThePageOfTheExample() throws Exception {
    List<String> comments = keys(Sample.comments(COMMENTS));
    JsonNode page = page(event("api-page"));
    assertEquals(comments.size(), page.at("/page/totalItems").asInt(), page.toString());
    assertEquals(comments.subList(2 * PAGE_SIZE, 3 * PAGE_SIZE), shown(page));
    String cursor = "cursor=" + page.at("/cursors/before").asText();
    JsonNode before = page(event("api-page").replace("page=3", cursor));
    assertEquals(comments.subList(PAGE_SIZE, 2 * PAGE_SIZE), shown(before));
  }

  /// The batch of the example, of this table's stream, and written to the table before. Records as
  /// young as the rebuild are settled by what the table says.
  private void followsTheStream() throws Exception {
    JsonNode records = JSON.readTree(event("stream-sync")).path("Records");
    for (JsonNode record : records) {
      write(record.path("dynamodb"));
    }
    String stream = records.path(0).path("eventSourceARN").asText();
    String event =
        event("stream-sync")
            .replace(stream, servers().stream)
            .replaceAll(
                "(\"ApproximateCreationDateTime\": )\\d+",
                "$1" + System.currentTimeMillis() / 1000);

    assertEquals("{\"batchItemFailures\":[]}", invoke("StreamSyncFunction", event).toString());

    JsonNode page = firstPage();
    assertEquals(List.of("ines", "hugo", "omar", "zoe"), shown(page).subList(0, 4));
    int total = page.at("/page/totalItems").asInt();
    assertEquals(keys(Sample.comments(COMMENTS)).size(), total, page.toString());
    String output = Objects.requireNonNull(running.get("StreamSyncFunction")).output();
    assertTrue(output.contains("\"generations\":1,\"applied\":0"), output);
  }

  private void write(JsonNode change) {
    if (change.has("NewImage")) {
      servers()
          .dynamo
          .putItem(p -> p.tableName(DeployedServers.TABLE).item(item(change.path("NewImage"))));
    } else {
      servers()
          .dynamo
          .deleteItem(d -> d.tableName(DeployedServers.TABLE).key(item(change.path("Keys"))));
    }
  }

  static Map<String, AttributeValue> item(JsonNode image) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (Map.Entry<String, JsonNode> attribute : image.properties()) {
      JsonNode value = attribute.getValue();
      item.put(
          attribute.getKey(),
          value.has("N")
              ? AttributeValue.fromN(value.path("N").asText())
              : AttributeValue.fromS(value.path("S").asText()));
    }
    return item;
  }

  private void findsNothingToRepairInAnAudit() throws Exception {
    JsonNode sample = invoke("AuditFunction", event("audit"));
    assertTrue(sample.path("complete").booleanValue(), sample.toString());
    assertEquals(0.01, sample.path("sample").doubleValue());
    JsonNode all = invoke("AuditFunction", "{\"listing\": \"comments\"}");
    assertEquals(COMMENTS, all.path("items").asInt(), all.toString());
    for (String kind : List.of("missing", "ghost", "misplaced")) {
      assertEquals(0, all.path(kind).asInt(-1), all.toString());
    }
  }

  /// What is deleted without a record is not shown, and the entry that promised it is repaired.
  private void settlesWhatAReaderDoubts() throws Exception {
    int total = firstPage().at("/page/totalItems").asInt();
    servers()
        .dynamo
        .deleteItem(
            d ->
                d.tableName(DeployedServers.TABLE).key(Map.of("PK", AttributeValue.fromS("omar"))));
    assertEquals(List.of("ines", "hugo", "zoe"), shown(firstPage()).subList(0, 3));

    leaveData(servers().dynamo);
    JsonNode answer = invoke("RepairFunction", event("repair"));
    assertDataRemoved(servers().dynamo);

    assertEquals(
        JSON.readTree("{\"settled\":1,\"poison\":0,\"open\":0,\"removed\":0}"),
        answer.path("comments"));
    assertEquals(total - 1, firstPage().at("/page/totalItems").asInt());
  }

  /// Leaves data in the index that nobody needs, if the repair removes such.
  void leaveData(DynamoDbClient dynamo) {}

  /// Checks that it is gone.
  void assertDataRemoved(DynamoDbClient dynamo) {}

  /// The stream goes through the function once more, called as Lambda is.
  private void readsTheStreamAgain() throws Exception {
    StateTable state = new StateTable(servers().dynamo, DeployedServers.STATE_TABLE);
    String serving = state.serving("comments").orElseThrow().id();
    Instant now = Instant.now();
    Instant since = now.minus(Duration.ofHours(1));
    state.mark("comments", serving, new Inexact(Inexact.Cause.LOST_WRITES, since, now));
    JsonNode page = firstPage();
    servers().sync(event -> invoke("StreamSyncFunction", event).toString());

    assertEquals("{}", invoke("StreamWatchFunction", event("repair")).toString());

    String output = Objects.requireNonNull(running.get("StreamWatchFunction")).output();
    assertTrue(state.serving("comments").orElseThrow().isExact(now), output);
    assertTrue(output.contains("lost writes were applied again"), output);
    assertEquals(page.path("items"), firstPage().path("items"));
  }

  private JsonNode firstPage() throws Exception {
    return page(event("api-page").replace("page=3", "page=1"));
  }

  /// On a machine as busy as one of a build, a cold function's first call of the index may take
  /// more than its time; a client then comes again.
  private JsonNode page(String event) throws Exception {
    JsonNode response = invoke("ApiFunction", event);
    for (int i = 0; i < ATTEMPTS_MAX && response.path("statusCode").asInt() == 503; i++) {
      Thread.sleep(PAUSE);
      response = invoke("ApiFunction", event);
    }
    return body(response);
  }

  private JsonNode invoke(String function, String event) throws Exception {
    FunctionProcess process = running.get(function);
    if (process == null) {
      process = start(packaged(function));
      running.put(function, process);
    }
    return JSON.readTree(process.invoke(event).answer().json());
  }

  private FunctionProcess.Start packaged(String function) throws Exception {
    return servers()
        .packaged(servers().function(function), folder.resolve(function))
        .with("AWS_LAMBDA_LOG_FORMAT", "JSON")
        .with("CURSOR_KEY", CURSOR_KEY);
  }

  private static JsonNode body(JsonNode response) throws Exception {
    assertEquals(200, response.path("statusCode").asInt(), response.toString());
    return JSON.readTree(response.path("body").asText());
  }

  private static String event(String name) {
    return DeployedFunction.text("events/" + name + ".json");
  }

  private static List<String> shown(JsonNode page) {
    List<String> keys = new ArrayList<>();
    page.path("items").forEach(item -> keys.add(item.path("PK").asText()));
    return keys;
  }

  /// The comments of the sample's product, the newest first and ties by key.
  private static List<String> keys(Stream<Map<String, AttributeValue>> comments) {
    Comparator<Map<String, AttributeValue>> position =
        Comparator.<Map<String, AttributeValue>, String>comparing(c -> text(c, "SK"))
            .thenComparing(c -> text(c, "PK").getBytes(UTF_8), Arrays::compareUnsigned);
    return comments
        .filter(comment -> text(comment, "PK2").equals(Sample.GROUP))
        .sorted(position.reversed())
        .map(comment -> text(comment, "PK"))
        .toList();
  }

  private static String text(Map<String, AttributeValue> item, String attribute) {
    return item.getOrDefault(attribute, AttributeValue.fromS("")).s();
  }
}
