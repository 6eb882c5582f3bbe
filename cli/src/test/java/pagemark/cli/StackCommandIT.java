package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs the commands that have a deployed stack do their work.
@TakesLong(25)
final class StackCommandIT {
  @TempDir private static Path folder;
  private static NotesStack notes;
  private static StandInStack stack;

  @BeforeAll
  static void start() throws Exception {
    notes = NotesStack.start(folder);
    stack = new StandInStack(notes);
  }

  @AfterAll
  static void stop() {
    stack.close();
    notes.close();
  }

  private static NotesStack.Exit run(String command, String... more) {
    List<String> all = new ArrayList<>(List.of(command, "--stack=shop", "--listing=notes"));
    all.addAll(List.of(more));
    return NotesStack.executeIn(stack.environment(), all.toArray(String[]::new));
  }

  @Test
  void theStackAuditsRedrivesAndRebuilds() throws Exception {
    NotesStack.Exit stats = run("stats", "--json");
    assertEquals(50, stats.json().path("entries").intValue(), stats.output());
    String generation = stats.json().path("generation").textValue();

    loseEntry(generation);
    NotesStack.Exit found = run("audit", "--keys");
    found.says("`pagemark audit --repair --listing notes --stack shop` corrects");
    found.ended(1).says("missing    1\n").says("missing    {\"id\":{\"S\":\"n7\"}}\n");
    NotesStack.Exit repaired = run("audit", "--repair", "--json").ended(0);
    assertEquals(1, repaired.json().at("/repair/settled").intValue());

    put(AttributeValue.fromN("0.5"));
    assertEquals(
        "{\"quarantinedSettled\":0,\"suspectsSettled\":0,\"poison\":1,\"open\":0}\n",
        notes.run("redrive", "--json").ended(1).out());
    put(AttributeValue.fromN("50"));
    NotesStack.Exit redriven = run("redrive", "--keys").ended(0);
    assertTrue(redriven.output().startsWith("Settled 0 quarantined items and 0 suspects\n"));

    NotesStack.Exit rebuilt = run("rebuild").ended(0);
    assertTrue(rebuilt.output().startsWith("The stack rebuilds, also if this command is stopped"));
    rebuilt.says("It goes on in another execution: arn:next\n");
    assertNotEquals(generation, notes.run("stats", "--json").json().path("generation").textValue());
  }

  private static void put(AttributeValue at) throws InterruptedException {
    Map<String, AttributeValue> note =
        Map.of("id", AttributeValue.fromS("n50"), "topic", AttributeValue.fromS("a"), "at", at);
    notes.stack().client().putItem(p -> p.tableName("notes").item(note));
    assertTrue(notes.stack().await(Duration.ofSeconds(30)).isCaughtUp());
  }

  private static void loseEntry(String generation) {
    try (Jedis redis = new Jedis(URI.create(notes.stack().index()))) {
      redis.zrem("pm:%s:{notes/a}:all".formatted(generation), "n7");
    }
  }

  @Test
  void whatIsWrongIsOneLine() {
    Map<String, String> aws = stack.environment();
    Map<String, String> noRegion = new HashMap<>(aws);
    noRegion.put("AWS_REGION", "");
    Map<String, String> noServer = new HashMap<>(aws);
    noServer.put("AWS_ENDPOINT_URL_CLOUDFORMATION", "http://127.0.0.1:9");
    assertRefused(aws, "other", "CloudFormation: Stack with id other does not exist");
    assertRefused(aws, "shop", "Lambda: \"listing\" is \"none\"; valid values: [notes]");
    assertRefused(noRegion, "shop", "--stack needs a region: set AWS_REGION");
    assertRefused(noServer, "shop", "CloudFormation cannot be reached: Connection refused");
  }

  private static void assertRefused(Map<String, String> environment, String stack, String why) {
    NotesStack.Exit exit =
        NotesStack.executeIn(environment, "stats", "--stack=" + stack, "--listing=none").ended(1);
    assertEquals("pagemark: " + why + "\n", exit.output());
  }

  @Test
  void optionsThatDoNotGoWithAStackAreRefused() {
    for (String option :
        List.of("--index=redis://localhost:1", "--listings=x.json", "--dynamodb-endpoint=aws")) {
      assertEquals(
          "pagemark: --stack goes without --index, --listings and --dynamodb-endpoint:"
              + " the stack has its own\n",
          NotesStack.execute("audit", "--stack=shop", "--listing=notes", option).output());
    }
    for (String command : List.of("audit", "rebuild")) {
      assertEquals(
          "pagemark: --stack goes without --segments: the stack has its own\n",
          NotesStack.execute(command, "--stack=shop", "--listing=notes", "--segments=2").output());
    }
  }
}
