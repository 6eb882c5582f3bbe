package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pagemark.cli.NotesStack;
import pagemark.cli.ServedCommand;
import pagemark.index.Patience;

/// Runs commands in bash as a reader pastes them.
///
/// @param folder where they run
/// @param values take the places of words, or of an address
/// @param environment more variables
record Shell(Path folder, Map<String, String> values, Map<String, String> environment) {
  private static final String OUTPUT = "output";
  private static final String ERRORS = "errors";
  private static final Pattern WORD = Pattern.compile("'[^']*'|[^'\\s]\\S*");
  private static final Duration START_MAX = Patience.of(Duration.ofMinutes(2));
  private static final Duration STOP_MAX = Patience.of(Duration.ofSeconds(30));

  Shell(Path folder, Map<String, String> values) {
    this(folder, values, Map.of());
  }

  /// @return what the commands printed
  String run(String commands) throws IOException, InterruptedException {
    Process process = start(commands);
    assertEquals(0, process.waitFor(), () -> commands + " printed " + all());
    return output();
  }

  /// Runs a call of Pagemark's command in this JVM. Its words are plain or in single quotes.
  ///
  /// @return what it printed
  String call(int exit, String line) {
    return NotesStack.execute(arguments(line)).ended(exit).output();
  }

  private String[] arguments(String line) {
    List<String> words =
        WORD.matcher(filled(line)).results().map(word -> word.group().replace("'", "")).toList();
    assertEquals("./pagemark", words.getFirst(), line);
    return words.subList(1, words.size()).toArray(String[]::new);
  }

  /// Runs a call that serves until it is stopped, in this JVM, on free ports.
  String serveHere(String line) throws InterruptedException {
    try (ServedCommand command = new ServedCommand(arguments(free(line)))) {
      command.awaitReady();
      return command.output();
    }
  }

  private static String free(String command) {
    return command.strip().replaceAll("(--dynamodb-port) \\d+", "$1 0") + " --port 0";
  }

  /// Runs a command that serves until it is stopped, on free ports.
  String serve(String command) throws IOException, InterruptedException {
    Process process = start(free(command));
    long end = System.nanoTime() + START_MAX.toNanos();
    while (process.isAlive()
        && !output().contains("Pagemark is ready")
        && System.nanoTime() < end) {
      process.waitFor(100, TimeUnit.MILLISECONDS);
    }
    String printed = output();
    assertEquals(true, process.isAlive() && printed.contains("Pagemark is ready"), this::all);
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    assertEquals(true, process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS), command);
    children.forEach(child -> child.onExit().join());
    return printed;
  }

  private Process start(String commands) throws IOException {
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", filled(commands))
            .directory(folder.toFile())
            .redirectOutput(folder.resolve(OUTPUT).toFile())
            .redirectError(folder.resolve(ERRORS).toFile());
    bash.environment().keySet().removeAll(List.of("INDEX_URL", "TABLE_NAME", "LISTINGS"));
    bash.environment().putAll(environment);
    return bash.start();
  }

  private String filled(String commands) {
    String filled = commands;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled =
          filled.replaceAll(
              "(?<![A-Z_])" + Pattern.quote(value.getKey()) + "(?![A-Z_])",
              Matcher.quoteReplacement(value.getValue()));
    }
    return filled;
  }

  private String all() {
    return read(OUTPUT) + read(ERRORS);
  }

  private String output() {
    return read(OUTPUT);
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
