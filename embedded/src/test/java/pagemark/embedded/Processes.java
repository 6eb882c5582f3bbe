package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.BooleanSupplier;

/// What tests ask of the machine's processes.
final class Processes {
  private static final Duration WAIT_MAX = Duration.ofSeconds(20);
  private static final int POLL_MILLIS = 20;

  private Processes() {}

  /// Waits until the condition is true once: a process may start or end between two questions.
  static void awaitTrue(String what, BooleanSupplier condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - start < WAIT_MAX.toNanos(), what);
      Thread.sleep(POLL_MILLIS);
    }
  }

  static void awaitGone(long pid) throws InterruptedException {
    awaitTrue("process " + pid + " is gone", () -> !isRunning(pid));
  }

  /// Running, or dead but not yet reaped by its parent: the latter counts as gone.
  static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).isPresent() && !isZombie(pid);
  }

  /// Whether the command line of a process contains the text, as `ps` shows it.
  static boolean isMentioned(String text) {
    return ProcessHandle.allProcesses()
        .anyMatch(process -> process.info().commandLine().orElse("").contains(text));
  }

  static void signal(String signal, String target) throws IOException, InterruptedException {
    int code = new ProcessBuilder("kill", "-" + signal, "--", target).inheritIO().start().waitFor();
    assertTrue(code == 0, "kill -" + signal + " " + target);
  }

  /// A JVM with the tests' class path and the given temporary folder; `prefix` starts it.
  static Process java(List<String> prefix, Class<?> main, Path temp, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.io.tmpdir=" + temp);
    command.add("-Dpagemark.dynamodb-local=" + System.getProperty("pagemark.dynamodb-local"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// The pids on the next line that the process prints.
  static List<Long> readPids(Process process) throws IOException {
    String line = String.valueOf(process.inputReader().readLine());
    return new Scanner(line).tokens().map(Long::valueOf).toList();
  }

  private static boolean isZombie(long pid) {
    try {
      return Files.readString(Path.of("/proc", "" + pid, "stat")).matches("(?s)\\d+ \\(.*\\) Z .*");
    } catch (IOException e) {
      return false;
    }
  }
}
