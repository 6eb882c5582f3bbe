package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;

/// Runs the commands that have a deployed stack do their work.
@TakesLong(30)
final class StackCommandIT {
  @TempDir private Path folder;

  @Test
  void theStackAuditsRedrivesAndRebuilds() throws Exception {
    try (NotesStack notes = NotesStack.start(folder);
        StandInStack stack = new StandInStack(notes)) {
      Map<String, String> aws = stack.environment();
      NotesStack.Exit stats =
          NotesStack.executeIn(aws, "stats", "--stack=shop", "--listing=notes", "--json");
      assertEquals(50, stats.json().path("entries").intValue(), stats.output());
      String generation = stats.json().path("generation").textValue();

      loseEntry(notes, generation);
      NotesStack.Exit found =
          NotesStack.executeIn(aws, "audit", "--stack=shop", "--listing=notes", "--keys");
      assertTrue(
          found
              .output()
              .contains("`pagemark audit --repair --listing notes --stack shop` corrects"),
          found.output());
      assertEquals(1, found.code(), found.output());
      assertTrue(
          found.output().contains("missing    1\n")
              && found.output().contains("missing    {\"id\":{\"S\":\"n7\"}}\n"),
          found.output());
      NotesStack.Exit repaired =
          NotesStack.executeIn(
              aws, "audit", "--stack=shop", "--listing=notes", "--repair", "--json");
      assertEquals(0, repaired.code(), repaired.output());
      assertEquals(1, repaired.json().at("/repair/settled").intValue());

      NotesStack.Exit redriven =
          NotesStack.executeIn(aws, "redrive", "--stack=shop", "--listing=notes", "--keys");
      assertEquals(0, redriven.code(), redriven.output());
      assertTrue(redriven.output().startsWith("Settled 0 quarantined items and 0 suspects\n"));

      NotesStack.Exit rebuilt =
          NotesStack.executeIn(aws, "rebuild", "--stack=shop", "--listing=notes");
      assertEquals(0, rebuilt.code(), rebuilt.output());
      assertTrue(
          rebuilt.output().startsWith("The stack rebuilds, also if this command is stopped"));
      assertTrue(rebuilt.output().contains("It goes on in another execution: arn:next\n"));
      assertNotEquals(
          generation, notes.run("stats", "--json").json().path("generation").textValue());
    }
  }

  private static void loseEntry(NotesStack notes, String generation) {
    try (Jedis redis = new Jedis(URI.create(notes.stack().index()))) {
      redis.zrem("pm:%s:{notes/a}:all".formatted(generation), "n7");
    }
  }

  @Test
  void whatIsWrongIsOneLine() throws Exception {
    try (NotesStack notes = NotesStack.start(folder);
        StandInStack stack = new StandInStack(notes)) {
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
  }

  private static void assertRefused(Map<String, String> environment, String stack, String why) {
    NotesStack.Exit exit =
        NotesStack.executeIn(environment, "stats", "--stack=" + stack, "--listing=none");
    assertEquals(1, exit.code());
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
