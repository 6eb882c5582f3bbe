package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.cli.option.IndexedListingOptions;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.local.LocalHttp;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;
import pagemark.rebuild.RebuildSettings;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.state.StateTable;
import picocli.CommandLine;

/// A local stack in this JVM, whose index holds 50 notes, n0 to n49, of the topic a. Runs commands
/// on it, in this JVM too.
///
/// @param log the log of the stack
public record NotesStack(Path folder, LocalStack stack, List<String> log) implements AutoCloseable {
  static final String LISTINGS =
      """
      {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
        "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": "*"}}
      """;

  private static final String ITEMS = "items.jsonl";
  private static final int NOTES = 50;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /// The end of a command.
  ///
  /// @param out the standard output
  /// @param err the standard error, which also has the progress of a command that takes long
  public record Exit(int code, String out, String err) {
    JsonNode json() throws Exception {
      return JsonMapper.builder().build().readTree(out);
    }

    public String output() {
      return err + out;
    }

    public Exit ended(int expected) {
      assertEquals(expected, code, this::output);
      return this;
    }

    Exit says(String text) {
      assertTrue(output().contains(text), this::output);
      return this;
    }
  }

  /// Starts a stack with a Redis of its own.
  static NotesStack start(Path folder) throws Exception {
    return start(folder, null);
  }

  /// @param index an index that runs already; null for a Redis of the stack's own
  static NotesStack start(Path folder, @Nullable String index) throws Exception {
    write(folder);
    List<String> log = new CopyOnWriteArrayList<>();
    Listings listings = Listings.parse(LISTINGS, Map.of());
    LocalStack local = PooledStack.start(new LocalOptions(0, 0, 0, index, listings, 0), log::add);
    NotesStack stack = new NotesStack(folder, local, log);
    assertEquals(0, stack.run("load", "--file=" + folder.resolve(ITEMS)).code());
    LocalHttp.awaitIndexed(stack.port());
    return stack;
  }

  /// Writes the files of the working folder of a [CommandProcess]: the listings, and the notes.
  static void write(Path folder) throws IOException {
    Files.writeString(folder.resolve("listings.json"), LISTINGS);
    Files.writeString(
        folder.resolve(ITEMS),
        IntStream.range(0, NOTES)
            .mapToObj(i -> "{\"id\": \"n%d\", \"topic\": \"a\", \"at\": %d}\n".formatted(i, i))
            .collect(Collectors.joining()));
  }

  /// The services that commands have on the stack. Whoever asks closes the index.
  Services services(Listings listings) {
    return new Services(
        listings,
        stack.client(),
        new StateTable(stack.client(), StateTable.DEFAULT_NAME),
        IndexStores.open(stack.index(), IndexSettings.DEFAULT),
        InstantSource.system());
  }

  int port() {
    return stack.url().getPort();
  }

  /// The answer to a request for a page of the notes.
  JsonNode page(int page, int size) throws Exception {
    return LocalHttp.json(port(), "/notes/a?page=%d&size=%d".formatted(page, size));
  }

  /// Runs a command in this JVM.
  Exit run(String command, String... more) {
    return execute(arguments(command, more));
  }

  /// The commands, of which those that remove an index wait for its readers for a moment only. A
  /// reader that still takes the removed one finds that it is gone, and looks for its successor. An
  /// audit looks again after a second: a change takes a tenth of that to the index of a local
  /// stack.
  private static CommandLine commandLine(Map<String, String> environment) {
    RebuildSettings real = RebuildSettings.DEFAULT;
    RebuildSettings hurried =
        new RebuildSettings(
            real.writerAgeMax(),
            Duration.ZERO,
            real.lagMax(),
            Duration.ofMillis(200),
            Duration.ofMillis(100),
            real.rowsPerCall());
    Sleeper impatient =
        wait -> Sleeper.THREAD.sleep(wait.compareTo(LOOK_AGAIN) < 0 ? wait : LOOK_AGAIN);
    CommandLine line = Pagemark.commandLine();
    for (CommandLine command : line.getSubcommands().values()) {
      if (command.getMixins().get("options") instanceof IndexedListingOptions options) {
        options.use(environment);
      }
      switch (command.getCommand()) {
        case RebuildCommand rebuild -> rebuild.use(hurried);
        case DropCommand drop -> drop.use(hurried);
        case AuditCommand audit -> audit.use(impatient);
        default -> {}
      }
    }
    return line;
  }

  public static Exit execute(String... arguments) {
    return executeIn(System.getenv(), arguments);
  }

  /// @param environment the variables of a command on the index of a listing
  static Exit executeIn(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = commandLine(environment);
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = line.execute(arguments);
    return new Exit(code, out.toString(), err.toString());
  }

  /// Runs `drop`, which takes no definitions.
  Exit drop(String... more) {
    List<String> arguments = new ArrayList<>(List.of("drop", "--index=" + stack.index()));
    arguments.add("--dynamodb-endpoint=" + stack.dynamodb());
    arguments.addAll(List.of(more));
    return execute(arguments.toArray(String[]::new));
  }

  /// The arguments of a command on the stack.
  String[] arguments(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "--listing=notes"));
    arguments.add("--listings=" + folder.resolve("listings.json"));
    arguments.add("--dynamodb-endpoint=" + stack.dynamodb());
    if (!command.equals("load")) {
      arguments.add("--index=" + stack.index());
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Override
  public void close() {
    stack.close();
  }
}
