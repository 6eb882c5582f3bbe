package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A running `pagemark local` with 50 notes, n0 to n49, of the topic a, which its index holds, and
/// the commands on it, each a process of its own.
record NotesStack(Path folder, CommandProcess local, int port) implements AutoCloseable {
  private static final String LISTINGS =
      """
      {"notes": {"table": "notes", "index": "byTopic", "group": {"attribute": "topic"},
        "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": "*"}}
      """;

  private static final int NOTES = 50;

  /// @param output all that was printed
  record Exit(int code, String output) {
    JsonNode json() throws Exception {
      return JsonMapper.builder().build().readTree(output);
    }
  }

  /// @param options of `local`, besides the port
  static NotesStack start(Path folder, String... options) throws Exception {
    Files.writeString(folder.resolve("listings.json"), LISTINGS);
    Files.writeString(
        folder.resolve("items.jsonl"),
        IntStream.range(0, NOTES)
            .mapToObj(i -> "{\"id\": \"n%d\", \"topic\": \"a\", \"at\": %d}\n".formatted(i, i))
            .collect(Collectors.joining()));
    String[] arguments =
        Stream.concat(Stream.of("local", "--port=0"), Stream.of(options)).toArray(String[]::new);
    CommandProcess local = CommandProcess.start(folder, arguments);
    NotesStack stack = new NotesStack(folder, local, local.awaitReady());
    assertEquals(0, stack.run("load", "--listing=notes", "--file=items.jsonl").code());
    LocalHttp.awaitIndexed(stack.port());
    return stack;
  }

  /// The answer to a request for a page of the notes.
  JsonNode page(int page, int size) throws Exception {
    return LocalHttp.json(port, "/notes/a?page=%d&size=%d".formatted(page, size));
  }

  /// What `local` said behind a name.
  String printed(String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ": (\\S+)$").matcher(local.output());
    assertTrue(line.find(), local.output());
    return line.group(1);
  }

  Exit run(String command, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add("--dynamodb-endpoint=" + printed("DynamoDB Local"));
    if (!command.equals("load")) {
      arguments.add("--listing=notes");
      arguments.add("--index=" + printed("Index"));
    }
    arguments.addAll(List.of(more));
    try (CommandProcess process = CommandProcess.start(folder, arguments.toArray(String[]::new))) {
      int code = process.exitCode();
      return new Exit(code, process.output());
    }
  }

  @Override
  public void close() {
    local.close();
  }
}
