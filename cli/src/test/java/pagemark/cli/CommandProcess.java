package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The packaged command as a process of its own, with its output in a file.
final class CommandProcess extends RunningCommand {
  static final Path FOLDER = Path.of(System.getProperty("pagemark.root"), "cli", "target");
  static final Path JAR = FOLDER.resolve("pagemark.jar");
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  /// A command runs for seconds: better machine code would take longer than it saves.
  private static final List<String> FAST = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Process process;
  private final Path output;

  private CommandProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /// @param folder the working folder
  static CommandProcess start(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(JAVA.toString()));
    command.addAll(FAST);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return of(folder, command);
  }

  /// @param java the JVM that runs the jar
  static CommandProcess startOn(Path java, Path folder) throws IOException {
    return of(folder, List.of(java.toString(), "-jar", JAR.toString(), "--help"));
  }

  private static CommandProcess of(Path folder, List<String> command) throws IOException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    return new CommandProcess(process.start(), output);
  }

  @Override
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  boolean isAlive() {
    return process.isAlive();
  }

  /// Waits for the end of the process.
  int exitCode() throws InterruptedException {
    assertTrue(
        process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS), () -> "goes on: " + output());
    return process.exitValue();
  }

  /// All processes that the process has started, directly or indirectly.
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /// Ends the process as Ctrl-C would (SIGTERM).
  void stop() {
    process.destroy();
  }

  /// Kills the process (SIGKILL).
  void kill() {
    process.destroyForcibly();
  }

  static void awaitEndOf(List<ProcessHandle> processes) throws InterruptedException {
    awaitTrue(STOP_MAX, () -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }

  /// Kills the process (SIGKILL) and waits until everything that it has started is gone. The
  /// watchers end by themselves: if they were killed here, nobody would delete the scratch folders.
  @Override
  public void close() {
    List<ProcessHandle> children = descendants();
    kill();
    try {
      awaitEndOf(children);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
