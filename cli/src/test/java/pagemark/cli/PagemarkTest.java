package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class PagemarkTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  @Test
  void helpNamesTheCommands() {
    assertEquals(0, run("--help"));
    String help = out.toString().replaceAll(" +", " ");
    assertTrue(help.contains("local Runs everything on this machine."), help);
    assertTrue(help.contains("load Loads items into a table."), help);
    assertTrue(help.contains("rebuild Builds the index of a listing from the table."), help);
    assertTrue(help.contains("redrive Checks quarantined and suspect items again."), help);
    assertTrue(help.contains("audit Compares an index with its table."), help);
    assertTrue(help.contains("drop Removes the index of a listing, or of all."), help);
    assertTrue(help.contains("stats Prints the size and the state of an index."), help);
  }

  @Test
  void noCommandIsWrongUsage() {
    assertEquals(2, run());
    assertTrue(err.toString().startsWith("Missing required subcommand"), err::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing",
        "--nothing",
        "local --nothing",
        "local extra",
        "local --port",
        "local --port 65536",
        "local --port -1",
        "local --port x",
        "local --dynamodb-port 1e3",
        "local --redis-port 99999999999",
        "local --sample 1000001",
        "local --sample -5",
        "local --listing comments",
        "local --dynamodb-endpoint aws --sample 5",
        "local --dynamodb-endpoint aws --data-dir x",
        "local --dynamodb-endpoint aws --dynamodb-port 0",
        "local --dynamodb-endpoint aws --index x",
        "load",
        "load --listing comments",
        "load --file items.jsonl",
        "load --listing comments --file items.jsonl --sample 5",
        "load --listing comments --sample 1000001",
        "load --listing comments --file items.jsonl --nothing",
        "audit",
        "audit --listing comments --sample 0",
        "audit --listing comments --sample 1.5",
        "audit --listing comments --sample .",
        "audit --listing comments --segments 0",
        "audit --listing comments --segments 65",
        "rebuild --listing comments --segments 0",
        "stats",
        "stats --listing comments --repair",
        "drop --no",
        "drop --listing"
      })
  void unknownOptionsAndValuesOutOfBoundsAreWrongUsage(String arguments) {
    assertEquals(2, run(arguments.split(" ")));
    assertEquals(2, err.toString().lines().count(), err::toString);
    assertTrue(
        err.toString().lines().toList().getLast().startsWith("`pagemark help"), err::toString);
  }

  @Test
  void mistakesNameWhatWasProbablyMeant() {
    assertEquals(2, run("local", "--prot=8081"));
    assertEquals(2, run("lokal"));
    assertEquals(
        """
        unknown option --prot; did you mean --port?
        `pagemark help local` lists the options
        unknown command lokal; did you mean local?
        `pagemark help` lists the commands
        """,
        err.toString());
  }

  @Test
  void emptyTextsAreRefused() {
    assertEquals(2, run("local", "--data-dir="));
    assertEquals(2, run("local", "--index", ""));
    assertTrue(err.toString().startsWith("--data-dir is empty\n"), err::toString);
    assertTrue(err.toString().contains("\n--index is empty\n"), err::toString);
  }

  @Test
  void helpExplainsACommandAndCompletionKnowsItsOptions() {
    assertEquals(0, run("help", "check"));
    assertTrue(out.toString().contains("Usage: pagemark check"), out::toString);
    assertEquals(0, run("completion"));
    assertTrue(out.toString().contains("--redis-port"), out::toString);
    assertEquals(0, run("--version"));
    assertTrue(out.toString().contains("(commit "), out::toString);
  }

  @Test
  void reportsAllMistakesInTheListings() throws IOException {
    Path file = folder.resolve("wrong.json");
    Files.writeString(file, "{\"a\": {\"table\": \"t\", \"nope\": 1, \"group\": 5}}");

    assertEquals(1, run("local", "--listings", file.toString()));

    assertTrue(err.toString().startsWith("pagemark: " + file + " has mistakes:"), err::toString);
    assertTrue(err.toString().contains("\n  $.a.nope is unknown"), err::toString);
    assertTrue(err.toString().contains("\n  $.a.key is missing"), err::toString);
  }

  @Test
  void reportsAMissingListingsFile() {
    Path file = folder.resolve("none.json");

    assertEquals(1, run("local", "--listings", file.toString()));

    assertEquals("pagemark: there is no listings file " + file, err.toString().strip());
  }

  @Test
  void reportsListingsThatCannotBeRead() {
    assertEquals(1, run("local", "--listings", folder.toString()));

    assertTrue(
        err.toString()
            .startsWith("pagemark: the listings file %s cannot be read: ".formatted(folder)),
        err::toString);
    assertEquals(1, err.toString().lines().count());
  }

  private int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  private CommandLine commandLine() {
    return Pagemark.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
  }
}
