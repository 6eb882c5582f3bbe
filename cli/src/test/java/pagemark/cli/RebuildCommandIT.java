package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.local.LocalAccess;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// `pagemark rebuild` heals the index of a running `pagemark local`, each a process of its own.
final class RebuildCommandIT {
  private static final int NOTES = 5_000;
  private static final Pattern DYNAMODB = Pattern.compile("DynamoDB Local: (\\S+)");
  private static final Pattern INDEX = Pattern.compile("(redis://\\S+)");
  private static final Duration HEALED_MAX = Duration.ofSeconds(30);

  private static String listings(String order) {
    return """
    {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
      "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
      %s"attributes": "*"}}
    """
        .formatted(order);
  }

  @TempDir private Path folder;

  @Test
  void flushedIndexIsRebuiltThroughAKillWhileLocalRuns() throws Exception {
    Files.writeString(folder.resolve("listings.json"), listings(""));
    write();
    try (CommandProcess local = CommandProcess.start(folder, "local", "--port", "0")) {
      int port = local.awaitReady();
      run(local, 0, "load", "--listing=notes", "--file=items.jsonl");
      flush(URI.create(found(INDEX, local)));
      assertEquals(503, get(port, "/notes/a?page=40").statusCode());

      try (CommandProcess killed = rebuild(local);
          DynamoDbClient dynamo = client(local)) {
        await(() -> holdsTheLease(dynamo));
        killed.kill();
      }
      String told = run(local, 0, "rebuild", "--listing=notes", "--segments=2", "--json");
      assertTrue(told.contains("Another run holds the lease until "), told);
      JsonNode result = json(told.lines().toList().getLast());
      assertEquals(NOTES, result.path("items").intValue(), told);
      assertEquals(NOTES, result.path("entries").intValue(), told);
      assertEquals(0, result.path("poison").intValue(), told);

      assertHealed(port, "n3900");
      Files.writeString(folder.resolve("listings.json"), listings("\"order\": \"descending\","));
      assertTrue(
          run(local, 0, "rebuild", "--listing=notes").contains("Rebuilt from 5,000 items in "));
      assertHealed(port, "n3900");
      assertTrue(
          run(local, 2, "rebuild", "--listing=notes", "--segments=0")
              .contains("'0' is not a whole number from 1 to 64"));
      assertTrue(run(local, 1, "rebuild", "--listing=none").contains("there is no listing none"));
    }
  }

  /// From then on a rebuild has seconds of work before it.
  private static boolean holdsTheLease(DynamoDbClient dynamo) {
    return dynamo
        .getItem(
            get ->
                get.tableName("pagemark-state")
                    .consistentRead(true)
                    .key(
                        Map.of(
                            "pk", AttributeValue.fromS("rebuild#notes"),
                            "sk", AttributeValue.fromS("job"))))
        .hasItem();
  }

  private static DynamoDbClient client(CommandProcess local) throws Exception {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(found(DYNAMODB, local)))
        .credentialsProvider(LocalAccess.CREDENTIALS)
        .region(LocalAccess.REGION)
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private static void assertHealed(int port, String first) throws Exception {
    await(() -> get(port, "/notes/a?page=40&size=100").statusCode() == 200);
    JsonNode page = json(get(port, "/notes/a?page=40&size=100").body());
    assertEquals(NOTES, page.at("/page/totalItems").intValue());
    assertEquals(first, page.at("/items/0/id").textValue());
    assertEquals(100, page.path("items").size());
  }

  private CommandProcess rebuild(CommandProcess local) throws IOException {
    return start(local, "rebuild", "--listing=notes");
  }

  private CommandProcess start(CommandProcess local, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--dynamodb-endpoint=" + found(DYNAMODB, local));
    if (arguments[0].equals("rebuild")) {
      all.add("--index=" + found(INDEX, local));
    }
    return CommandProcess.start(folder, all.toArray(String[]::new));
  }

  /// @return what it printed
  private String run(CommandProcess local, int exit, String... arguments) throws Exception {
    try (CommandProcess command = start(local, arguments)) {
      assertEquals(exit, command.exitCode(Duration.ofMinutes(2)), command::output);
      return command.output();
    }
  }

  private static String found(Pattern pattern, CommandProcess local) {
    Matcher matcher = pattern.matcher(local.output());
    assertTrue(matcher.find(), local.output());
    return matcher.group(1);
  }

  private void write() throws IOException {
    Files.writeString(
        folder.resolve("items.jsonl"),
        IntStream.range(0, NOTES)
            .mapToObj(i -> "{\"id\": \"n%d\", \"topic\": \"a\", \"at\": %d}".formatted(i, i))
            .collect(Collectors.joining("\n")));
  }

  private static void flush(URI redis) throws IOException {
    try (Socket socket = new Socket(redis.getHost(), redis.getPort())) {
      socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
      assertEquals('+', socket.getInputStream().read());
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    long end = System.nanoTime() + HEALED_MAX.toNanos();
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < end, "not within " + HEALED_MAX);
      Thread.sleep(20);
    }
  }

  private static HttpResponse<String> get(int port, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
          BodyHandlers.ofString());
    }
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
