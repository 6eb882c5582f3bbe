package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.entry.Bytes;
import pagemark.index.Fence;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.Looks;
import pagemark.index.Sequence;
import pagemark.listing.json.Listings;
import pagemark.redis.RedisTopology;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// Runs the jar for Lambda alone in a JVM, wired from its environment.
final class PackagedFunctionIT {
  private static final String LISTINGS =
      """
      { "messages": {
          "table": "ExampleTableWithStream",
          "group": { "attribute": "Message" },
          "sort": { "attribute": "Id", "type": "integer" },
          "key": [ { "attribute": "Id", "type": "number" } ],
          "attributes": "*" } }
      """;

  private static final String EXAMPLE_STREAM =
      "arn:aws:dynamodb:us-west-2:123456789012:table/ExampleTableWithStream/stream/2015-06-27T00:48:05.899";

  /// A cluster, as in production.
  private static final RedisTopology REDIS = RedisTopology.CLUSTER;

  private static LocalServers servers;
  private static StreamedTable table;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    servers = new LocalServers(REDIS);
    table = servers.createTable("ExampleTableWithStream", "Id", ScalarAttributeType.N);
    servers.ensure(Listings.parse(LISTINGS, Map.of()).find("messages").orElseThrow(), table);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private record Exit(int code, String output) {}

  private Exit run(String tableName) throws Exception {
    Path event = folder.resolve("event.json");
    Files.writeString(event, example().replace(EXAMPLE_STREAM, table.stream()));
    Path output = folder.resolve("output.txt");
    Files.writeString(folder.resolve("listings.json"), LISTINGS);
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath(),
            "pagemark.sync.PackagedFunction",
            event.toString());
    java.environment()
        .putAll(
            Map.of(
                "TABLE_NAME", tableName,
                "STREAM_ARN", table.stream(),
                "STATE_TABLE_NAME", LocalServers.STATE_TABLE,
                "INDEX_URL", REDIS.url(),
                "LAMBDA_TASK_ROOT", folder.toString(),
                "AWS_REGION", LocalServers.REGION.id(),
                "AWS_ACCESS_KEY_ID", servers.accessKey,
                "AWS_SECRET_ACCESS_KEY", servers.accessKey,
                "AWS_ENDPOINT_URL_DYNAMODB", servers.endpoint.toString()));
    Process process = java.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertTrue(ended, "still running after a minute");
    return new Exit(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  /// Stamps the example's records with the present time, because they have none.
  private static String example() throws IOException {
    Path root = Path.of(System.getProperty("pagemark.root"));
    String created =
        "\"ApproximateCreationDateTime\": %d, \"SequenceNumber\""
            .formatted(System.currentTimeMillis() / 1000);
    return Files.readString(root.resolve("events/stream-example.json"))
        .replace("\"SequenceNumber\"", created);
  }

  /// The function, the part of the Lambda runtime that maps JSON, and the classes of this test.
  private static String classPath() throws URISyntaxException {
    return String.join(
        File.pathSeparator,
        "target/stream-sync-function.jar",
        place(LambdaEventSerializers.class),
        place(TestContext.class),
        place(PackagedFunction.class));
  }

  private static String place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  @Test
  void followsTheExampleEvent() throws Exception {
    Exit exit = run("ExampleTableWithStream");

    assertEquals(
        new Exit(
            0,
            """
            {"batchItemFailures":[]}
            {"event":"batch","records":3,"generations":1,"applied":2,"duplicates":0,"older":0,"repaired":0,\
            "unmarked":0,"poison":0,"level":"INFO","requestId":"request"
            """),
        new Exit(exit.code(), exit.output().replaceAll(",\"timestamp\":.*", "")));
    Generation generation = servers.state.serving("messages").orElseThrow();
    GroupRef changed = IndexCheck.ref(generation, "This item has changed");
    assertEquals(List.of(), GroupDump.of(servers.index.inspector(), changed, List.of()).all());
    assertEquals(
        new Fence(new Sequence("333"), null),
        Looks.one(servers.index.writer(), changed, Bytes.utf8("101"), null).fence());
  }

  @Test
  void refusesToStartIfNoListingIsForItsTable() throws Exception {
    Exit exit = run("orders");

    assertNotEquals(0, exit.code());
    assertTrue(exit.output().contains("no listing is for the table orders"), exit.output());
  }
}
