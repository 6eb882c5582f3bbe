package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.DynamoDbLocal;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import pagemark.local.data.LocalDatabase;
import pagemark.state.DatabasePool;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs `pagemark local --dynamodb-endpoint`, as a process of its own if the SDK is to find nothing
/// in the environment.
@TakesLong(35)
final class TryOutIT {
  /// The defaults of AWS, without anything from this machine.
  private static final Map<String, String> NO_AWS =
      Map.of(
          "AWS_EC2_METADATA_DISABLED", "true",
          "AWS_CONFIG_FILE", "/nonexistent",
          "AWS_SHARED_CREDENTIALS_FILE", "/nonexistent");

  @TempDir private Path folder;

  @BeforeEach
  void describe() throws Exception {
    String listing =
        """
        {"table": "TABLE", "group": {"attribute": "topic"},
         "sort": {"attribute": "at", "type": "integer"},
         "key": [{"attribute": "topic"}, {"attribute": "at", "type": "number"}], "attributes": "*"}
        """;
    Files.writeString(
        folder.resolve("listings.json"),
        "{\"notes\": %s, \"others\": %s}"
            .formatted(listing.replace("TABLE", "notes"), listing.replace("TABLE", "others")));
  }

  @Test
  void printsTheCostBeforeItReadsAnExistingTable() throws Exception {
    try (DynamoDbLocal server = DatabasePool.borrow();
        DynamoDbClient client = client(server)) {
      create(client, false);
      fill(client);
      try (ServedCommand command = local(server)) {
        int port = command.awaitReady();

        List<String> lines = command.output().lines().toList();
        assertEquals(
            ("Reading the table notes at %s: about 30 items by DescribeTable's count. The scan"
                    + " consumes read capacity: about 1 read unit. Nothing is written to it")
                .formatted(server.endpoint()),
            lines.getFirst());
        assertTrue(
            lines.get(1).startsWith("Pages show a snapshot of the table notes,"), lines::toString);
        assertTrue(
            lines.stream().anyMatch(l -> l.startsWith("Listing notes: 30 of 30 items in ")),
            lines::toString);
        String page = LocalHttp.get(port, "/notes?group=x&size=10&page=3").body();
        assertTrue(page.contains("\"totalItems\":30"), page);
        assertTrue(page.contains("\"number\":3"), page);
        assertEquals(List.of("notes"), client.listTables().tableNames());
      }
    }
  }

  private static void create(DynamoDbClient client, boolean streamed) {
    ForeignTables.create(client, "notes", streamed, "topic S, at N", Map.of());
  }

  private static void fill(DynamoDbClient client) {
    for (int at = 0; at < 30; at++) {
      put(client, at);
    }
  }

  private static void put(DynamoDbClient client, int at) {
    Map<String, AttributeValue> item =
        Map.of("topic", AttributeValue.fromS("x"), "at", AttributeValue.fromN("" + at));
    client.putItem(p -> p.tableName("notes").item(item));
  }

  @Test
  void streamOfBothImagesIsFollowed() throws Exception {
    try (DynamoDbLocal server = DatabasePool.borrow();
        DynamoDbClient client = client(server)) {
      create(client, true);
      fill(client);
      try (ServedCommand command = local(server)) {
        int port = command.awaitReady();
        assertFalse(command.output().contains("snapshot"), command.output());

        put(client, 30);
        LocalHttp.awaitIndexed(port);
        String page = LocalHttp.get(port, "/notes?group=x&size=10&page=4").body();
        assertTrue(page.contains("\"totalItems\":31"), page);
      }
    }
  }

  @Test
  void obstaclesAreReportedInOneLine() throws Exception {
    String nowhere = "http://127.0.0.1:1";
    assertFails(
        "the listings name 2 tables (notes, others); they must name one, as a deployment serves one"
            + " table");
    assertFails("there is no listing none. Valid listings: notes, others", "--listing=none");
    assertFails(
        "there is no AWS region: set AWS_REGION, such as eu-central-1, or AWS_PROFILE", Map.of());
    assertFails(
        "there are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and",
        Map.of("AWS_REGION", "eu-central-1"));
    assertFails(
        "DynamoDB does not answer in the region eu-nowhere-1: dynamodb:DescribeTable: ",
        Map.of(
            "AWS_REGION", "eu-nowhere-1",
            "AWS_ACCESS_KEY_ID", "a",
            "AWS_SECRET_ACCESS_KEY", "b",
            "AWS_ENDPOINT_URL_DYNAMODB", nowhere));
  }

  /// @param told the beginning of the one line
  private void assertFails(String told, String... more) {
    List<String> given = new ArrayList<>(List.of("local", "--dynamodb-endpoint=aws", "--port=0"));
    given.add("--listings=" + folder.resolve("listings.json"));
    given.addAll(List.of(more));
    NotesStack.Exit exit = NotesStack.execute(given.toArray(String[]::new));
    assertOneLine(told, exit.code(), exit.output());
  }

  private void assertFails(String told, Map<String, String> environment) throws Exception {
    Map<String, String> all = new HashMap<>(NO_AWS);
    all.putAll(environment);
    try (CommandProcess command =
        CommandProcess.start(
            folder, all, "local", "--dynamodb-endpoint=aws", "--port=0", "--listing=notes")) {
      assertOneLine(told, command.exitCode(), command.output());
    }
  }

  private static void assertOneLine(String told, int code, String output) {
    assertEquals(1, code, output);
    assertEquals(1, output.lines().count(), output);
    assertTrue(output.startsWith("pagemark: " + told), output);
  }

  @Test
  void optionsForATableOfTheStacksOwnAreWrongUsage() {
    for (String other : List.of("--sample=5", "--data-dir=x", "--dynamodb-port=0", "--index=x")) {
      assertWrongUsage(
          other.replaceFirst("=.*", "")
              + " cannot be combined with --dynamodb-endpoint: the table is only read",
          "--dynamodb-endpoint=aws",
          other);
    }
    assertWrongUsage("--listing needs --dynamodb-endpoint", "--listing=notes");
  }

  /// @param told the beginning of the output
  private static void assertWrongUsage(String told, String... arguments) {
    List<String> given = new ArrayList<>(List.of("local"));
    given.addAll(List.of(arguments));
    NotesStack.Exit exit = NotesStack.execute(given.toArray(String[]::new)).ended(2);
    assertTrue(exit.output().startsWith(told), exit::output);
  }

  private ServedCommand local(DynamoDbLocal server) {
    return new ServedCommand(
        "local",
        "--dynamodb-endpoint=" + server.endpoint(),
        "--listings=" + folder.resolve("listings.json"),
        "--listing=notes",
        "--port=0");
  }

  private static DynamoDbClient client(DynamoDbLocal server) {
    return LocalDatabase.client(server.endpoint());
  }
}
