package pagemark.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// A child process with a scratch folder; neither outlives this JVM, however it ends.
///
/// The shell that starts the process leaves a watcher behind that reads from a pipe whose other end
/// this JVM holds. The pipe closes when the JVM dies, and when it sees the process end; the watcher
/// then kills the process, unless that is gone (its pid is not given out again that soon), and
/// deletes the scratch folder. The shell itself turns into the process (`exec`), so pid, signals
/// and exit code are the process's own. The watcher ignores signals that reach a whole process
/// group, such as Ctrl-C, from its first moment on.
public final class TetheredProcess implements AutoCloseable {
  private static final String TETHER =
      """
      exec 3<&0 </dev/null
      trap '' HUP INT QUIT TERM
      (read -r line <&3; kill -9 $$; rm -rf "$0") >/dev/null 2>&1 &
      trap - HUP INT QUIT TERM
      exec "$@" 3<&-
      """;

  private static final Duration START_MAX = Duration.ofSeconds(60);
  private static final Duration STOP_MAX = Duration.ofSeconds(5);
  private static final int POLL_MILLIS = 10;

  private final Process process;
  private final Path scratch;
  private final OutputTail output;

  private TetheredProcess(Process process, Path scratch) {
    this.process = process;
    this.scratch = scratch;
    this.output = OutputTail.of(process.getInputStream());
  }

  /// As below, in this JVM's environment.
  public static TetheredProcess start(Function<Path, List<String>> command) {
    return start(command, Map.of());
  }

  /// `command` is asked once for program and arguments, given the scratch folder; `environment` is
  /// added to this JVM's.
  public static TetheredProcess start(
      Function<Path, List<String>> command, Map<String, String> environment) {
    requireShell();
    Path scratch = Folders.createScratch();
    try {
      return new TetheredProcess(launch(scratch, command.apply(scratch), environment), scratch);
    } catch (IOException e) {
      Folders.delete(scratch);
      throw new ServerStartException("/bin/sh does not start", e);
    } catch (RuntimeException e) {
      Folders.delete(scratch);
      throw e;
    }
  }

  /// Returns when `ready` says so; ends the process and throws where it ended before, or took more
  /// than a minute.
  public void awaitReady(String name, BooleanSupplier ready) {
    try {
      poll(name, ready);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new ServerStartException(name + ": interrupted while starting", e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  public Path scratch() {
    return scratch;
  }

  /// Sends the signal of that name (`"QUIT"`), which may find the process gone; waits for nothing.
  public void signal(String name) {
    try {
      new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + handle().pid()).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// SIGKILL; returns when the process is gone.
  public void kill() {
    handle().destroyForcibly();
    process.onExit().join();
    Folders.delete(scratch);
  }

  /// SIGTERM, and SIGKILL where that has not helped for five seconds.
  @Override
  public void close() {
    // Process.destroy() would close the pipe too, and the watcher would kill at once.
    handle().destroy();
    try {
      process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  private static void requireShell() {
    if (System.getProperty("os.name").startsWith("Windows")) {
      throw new ServerStartException(
          "The embedded servers need a POSIX system: on Windows, run Pagemark inside WSL");
    }
  }

  private static Process launch(Path scratch, List<String> command, Map<String, String> environment)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", TETHER, scratch.toString()));
    line.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private void poll(String name, BooleanSupplier ready) throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      if (!process.isAlive()) {
        throw failure(name + " ended with exit code " + process.exitValue() + " at its start");
      }
      if (ready.getAsBoolean()) {
        return;
      }
      if (System.nanoTime() - start > START_MAX.toNanos()) {
        throw failure(name + " did not answer within " + START_MAX.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private ServerStartException failure(String what) throws InterruptedException {
    return new ServerStartException(what + ":\n" + output.text());
  }
}
