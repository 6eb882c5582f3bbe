package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.PooledStack;

/// `pagemark load` into a running `pagemark local`, which is a process of its own if it is killed.
@TakesLong(value = 7, nightly = 28)
final class LoadCommandIT {
  @TempDir private Path folder;

  @BeforeEach
  void writeListings() throws IOException {
    Files.writeString(folder.resolve("listings.json"), NotesStack.LISTINGS);
  }

  @Test
  void loadsGoodLinesAndReportsBadOnes() throws Exception {
    List<String> lines = new ArrayList<>(notes(0, 60).toList());
    lines.set(3, "{\"id\": \"secret\"");
    lines.set(10, "[]");
    lines.set(20, "{\"topic\": \"a\", \"at\": 1}");
    lines.set(30, "{\"id\": \"x\", \"topic\": \"a\", \"at\": \"secret\"}");
    lines.set(40, note(41, "replaced by the line after it"));
    write(lines);
    Listings listings = Listings.parse(NotesStack.LISTINGS, Map.of());
    try (LocalStack local = PooledStack.start(LocalOptions.of(listings), _ -> {})) {
      NotesStack.Exit load = load(local.dynamodb(), "--json").ended(1);
      List<String> told = load.output().lines().toList();
      assertEquals(
          List.of(
              "line 4: is not JSON, at column 16",
              "line 11: is not a JSON object",
              "line 21: the key attribute id is missing",
              "line 31: at must be of the type N"),
          told.subList(0, 4));
      assertTrue(
          told.get(4).startsWith("{\"loaded\":56,\"failed\":4,\"seconds\":"), told::toString);
      assertEquals(5, told.size(), told::toString);
      JsonNode page = caughtUp(local.url().getPort(), "/notes/a?size=100");
      assertEquals(55, page.at("/page/totalItems").intValue());
      assertEquals(55, page.path("items").size());
      assertTrue(page.toString().contains("\"text\":\"note 41\""), page::toString);
    }
  }

  @Nightly
  @Test
  void everyItemIsOnThePagesAfterAKillAndARestart() throws Exception {
    String listings = "--listings=" + folder.resolve("listings.json");
    String[] options = {"local", "--port=0", "--data-dir=" + folder.resolve("kept"), listings};
    write(notes(0, 60).toList());
    try (CommandProcess local = CommandProcess.start(folder, options)) {
      local.awaitReady();
      List<ProcessHandle> all = local.descendants();
      NotesStack.Exit load = load(local.printed("DynamoDB Local")).ended(0);
      assertTrue(load.output().startsWith("Loaded 60 items in "), load.output());
      local.kill();
      CommandProcess.awaitEndOf(all);
    }
    try (ServedCommand local = new ServedCommand(options)) {
      int port = local.awaitReady();
      JsonNode page = caughtUp(port, "/notes/a?size=100");
      assertEquals(
          IntStream.range(0, 60).mapToObj(i -> "n" + i).toList(),
          page.path("items").valueStream().map(item -> item.path("id").textValue()).toList());
      assertEquals(60, page.at("/page/totalItems").intValue());
    }
  }

  @Test
  void failuresAreReportedInOneLine() throws Exception {
    write(List.of("{}"));
    assertOneLine(
        "pagemark: there is no listing none. Valid listings: notes",
        "--listing=none --file=" + items() + " --dynamodb-endpoint=http://127.0.0.1:1");
    assertOneLine(
        "pagemark: the file none.jsonl does not exist",
        "--listing=notes --file=none.jsonl --dynamodb-endpoint=http://127.0.0.1:1");
    assertOneLine(
        "pagemark: DynamoDB cannot be used: ",
        "--listing=notes --file=" + items() + " --dynamodb-endpoint=http://127.0.0.1:1");
  }

  private Path items() {
    return folder.resolve("items.jsonl.gz");
  }

  private void assertOneLine(String start, String arguments) {
    String listings = " --listings=" + folder.resolve("listings.json");
    NotesStack.Exit exit = NotesStack.execute(("load " + arguments + listings).split(" ")).ended(1);
    assertTrue(exit.output().startsWith(start), exit.output());
    assertEquals(1, exit.output().lines().count(), exit.output());
  }

  private NotesStack.Exit load(Object dynamodb, String... more) {
    List<String> arguments = new ArrayList<>(List.of("load", "--listing=notes"));
    arguments.add("--listings=" + folder.resolve("listings.json"));
    arguments.add("--file=" + items());
    arguments.add("--dynamodb-endpoint=" + dynamodb);
    arguments.addAll(List.of(more));
    return NotesStack.execute(arguments.toArray(String[]::new));
  }

  private static Stream<String> notes(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> note(i, "note " + i));
  }

  private static String note(int i, String text) {
    return "{\"id\": \"n%d\", \"topic\": \"a\", \"at\": %d, \"text\": \"%s\"}"
        .formatted(i, i, text);
  }

  private void write(List<String> lines) throws IOException {
    try (var out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("items.jsonl.gz")))) {
      out.write(String.join("\n", lines).getBytes(UTF_8));
    }
  }

  private static JsonNode caughtUp(int port, String path) throws Exception {
    LocalHttp.awaitIndexed(port);
    return LocalHttp.json(port, path);
  }
}
