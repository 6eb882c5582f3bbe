package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.load.BatchWriter;
import pagemark.local.data.Sample;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The runbook's row of a restored table (docs/operations.md), with the packaged functions. The
/// table `comments` has an index. Then what it held at an earlier moment is restored under another
/// name, as DynamoDB does, and the stack follows that table.
@Nightly
@TakesLong(nightly = 30)
final class RestoredTableIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String RESTORED = "comments-restored";
  private static final int COMMENTS = 300;
  private static final int EARLIER = 200;
  private static final int ATTEMPTS_MAX = 100;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final DeployedServers servers = new DeployedServers(AwsSide.local());
  private final Map<String, FunctionProcess> running = new HashMap<>();
  @TempDir private Path folder;

  @AfterEach
  void stop() {
    running.values().forEach(FunctionProcess::close);
    servers.close();
  }

  @Test
  void pagesAreOfTheRestoredTableOnceTheFunctionsHaveItsName() throws Exception {
    new BatchWriter(servers.dynamo, DeployedServers.TABLE, _ -> {})
        .writeAll(Sample.comments(COMMENTS), 2);
    servers.rebuild();
    assertEquals(inGroup(COMMENTS), total(start("ApiFunction", "", "")));
    String stream = servers.createTable(RESTORED);
    new BatchWriter(servers.dynamo, RESTORED, _ -> {}).writeAll(Sample.comments(EARLIER), 2);
    saysThatNoListingIsForTheTable(stream);
    servers.rebuild(RESTORED, stream);
    FunctionProcess api = start("ApiFunction", stream, "");
    assertEquals(inGroup(EARLIER), total(api));
    follows(stream);
    assertEquals(inGroup(EARLIER) + 1, total(api));
  }

  /// The listings have the first table's bare name.
  private void saysThatNoListingIsForTheTable(String stream) throws Exception {
    String bare =
        DeployedFunction.text("listings.json")
            .replace("${TABLE_NAME:-comments}", DeployedServers.TABLE);
    String listings = Files.writeString(folder.resolve("bare.json"), bare).toString();
    String fault = "no listing is for the table comments-restored; tables with listings: [comments";
    FunctionProcess api = start("ApiFunction", stream, listings);
    JsonNode answer = ask(api);
    assertEquals(503, answer.path("statusCode").asInt(), answer::toString);
    assertTrue(answer.path("body").asText().contains("are for another table"), answer::toString);
    assertTrue(api.lines().getFirst().path("message").asText().startsWith(fault), api::output);
    Outcome sync = start("StreamSyncFunction", stream, listings).outcome();
    if (!(sync instanceof Outcome.InitFailure(var json))) {
      throw new AssertionError(sync);
    }
    assertTrue(json.contains(fault), json);
  }

  /// A comment that is new in the restored table.
  private void follows(String stream) throws Exception {
    JsonNode record = JSON.readTree(event("stream-sync")).at("/Records/0");
    Map<String, AttributeValue> item =
        PackagedRuntimeContract.item(record.at("/dynamodb/NewImage"));
    servers.dynamo.putItem(p -> p.tableName(RESTORED).item(item));
    String records =
        ("{\"Records\": [" + record + "]}")
            .replace(record.path("eventSourceARN").asText(), stream)
            .replaceAll(
                "(\"ApproximateCreationDateTime\": ?)\\d+",
                "$1" + System.currentTimeMillis() / 1000);
    assertEquals(
        "{\"batchItemFailures\":[]}",
        start("StreamSyncFunction", stream, "").invoke(records).answer().json());
  }

  /// Starts a function anew.
  ///
  /// @param stream that of the restored table, which `TABLE_NAME` then names; empty for the first
  /// @param listings a file; empty for the one that is packaged
  private FunctionProcess start(String function, String stream, String listings) throws Exception {
    String name = function + "-" + running.size();
    FunctionProcess.Start start =
        servers.packaged(servers.function(function), folder.resolve(name));
    if (!stream.isEmpty()) {
      start = start.with("TABLE_NAME", RESTORED).with("STREAM_ARN", stream);
    }
    FunctionProcess process =
        FunctionProcess.start(
            start.with("PAGEMARK_LISTINGS", listings).with("AWS_LAMBDA_LOG_FORMAT", "JSON"));
    running.put(name, process);
    return process;
  }

  private static JsonNode ask(FunctionProcess api) throws Exception {
    String event = event("api-page").replace("page=3", "page=2");
    return JSON.readTree(api.invoke(event).answer().json());
  }

  /// The number of comments that the second page tells. A cold function's first call of the index
  /// may take more than its time; a client then comes again.
  private static int total(FunctionProcess api) throws Exception {
    JsonNode answer = ask(api);
    for (int i = 0; i < ATTEMPTS_MAX && answer.path("statusCode").asInt() == 503; i++) {
      Thread.sleep(PAUSE);
      answer = ask(api);
    }
    return JSON.readTree(answer.path("body").asText()).at("/page/totalItems").asInt(-1);
  }

  private static int inGroup(int comments) {
    return (int)
        Sample.comments(comments)
            .filter(comment -> comment.containsValue(AttributeValue.fromS(Sample.GROUP)))
            .count();
  }

  private static String event(String name) {
    return DeployedFunction.text("events/" + name + ".json");
  }
}
