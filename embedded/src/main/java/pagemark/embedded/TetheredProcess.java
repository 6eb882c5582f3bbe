package pagemark.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/// A child process with a scratch folder. Neither outlives this JVM, however the JVM ends.
///
/// 1. A shell leaves a watcher behind, which reads from a pipe. This JVM holds the other end.
/// 2. The shell becomes the process (`exec`), so pid, signals and exit code are the process's own.
/// 3. The pipe closes when the JVM dies, or when the JVM sees the process end.
/// 4. The watcher then kills the process and deletes the scratch folder. If the process is gone
///    already, nothing else is hit: its pid is not reused that soon.
///
/// From its first moment the watcher ignores signals that reach a whole process group, such as
/// Ctrl-C.
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

  /// Starts a process in this JVM's environment.
  public static TetheredProcess start(Function<Path, List<String>> command) {
    return start(command, Map.of());
  }

  /// Starts a process.
  ///
  /// @param command makes program and arguments from the scratch folder; it is called once
  /// @param environment is added to this JVM's
  /// @throws ServerStartException if the shell does not start
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

  /// Waits until `ready` is true. Ends the process if it does not get there.
  ///
  /// @param name names the process in messages
  /// @throws ServerStartException if the process ends before, or takes more than a minute
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

  /// Sends a signal by its name (`"QUIT"`). The process may be gone already; nothing waits for it.
  public void signal(String name) {
    try {
      new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + handle().pid()).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Kills the process (SIGKILL). Returns when it is gone.
  public void kill() {
    handle().destroyForcibly();
    process.onExit().join();
    Folders.delete(scratch);
  }

  /// Ends the process: SIGTERM, and SIGKILL if it still runs after five seconds.
  @Override
  public void close() {
    // Process.destroy() would also close the pipe, and the watcher would kill the process at once.
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

  /// Reads all that a process prints, so that the process never blocks, and keeps the last 40
  /// lines.
  static final class OutputTail {
    private static final int LINES_MAX = 40;
    private static final Duration END_MAX = Duration.ofSeconds(1);

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread reader;

    private OutputTail(InputStream output) {
      reader = Thread.ofPlatform().daemon().name("server-output").unstarted(() -> read(output));
    }

    static OutputTail of(InputStream output) {
      OutputTail tail = new OutputTail(output);
      tail.reader.start();
      return tail;
    }

    /// The last 40 lines, joined by line feeds. Waits up to a second for the output to end.
    String text() throws InterruptedException {
      reader.join(END_MAX);
      synchronized (lines) {
        return String.join("\n", lines);
      }
    }

    private void read(InputStream output) {
      try (BufferedReader reader = new BufferedReader(new InputStreamReader(output, UTF_8))) {
        reader.lines().forEach(this::keep);
      } catch (IOException | UncheckedIOException e) {
        keep("(its output cannot be read: " + e.getMessage() + ")");
      }
    }

    private void keep(String line) {
      synchronized (lines) {
        lines.addLast(line);
        if (lines.size() > LINES_MAX) {
          lines.removeFirst();
        }
      }
    }
  }

  /// A request that tells whether a server is ready, by the first bytes of the answer.
  record Probe(String question, String answer) {
    private static final int TIMEOUT_MILLIS = 1_000;

    /// Whether the server on `port` gives the answer. False if nobody listens, or nothing comes for
    /// a second.
    boolean isAnsweredOn(int port) {
      try (Socket socket = new Socket()) {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(Ports.address(port), TIMEOUT_MILLIS);
        socket.getOutputStream().write(question.getBytes(US_ASCII));
        byte[] start = socket.getInputStream().readNBytes(answer.length());
        return answer.equals(new String(start, US_ASCII));
      } catch (IOException e) {
        return false;
      }
    }
  }

  /// The folders of a server: data that stays, and scratch data that is deleted with it.
  static final class Folders {
    private static final int DELETES_MAX = 100;

    private Folders() {}

    static Path createScratch() {
      try {
        return Files.createTempDirectory("pagemark-");
      } catch (IOException e) {
        throw new ServerStartException("Cannot create a temporary folder", e);
      }
    }

    /// Creates the folder if it is missing; existing data is kept.
    ///
    /// @return its absolute path
    static String createData(Path folder) {
      try {
        return Files.createDirectories(folder.toAbsolutePath()).toString();
      } catch (IOException e) {
        throw new ServerStartException("Cannot create the data folder " + folder, e);
      }
    }

    /// Deletes the folder, even if another process is deleting it at the same time.
    static void delete(Path folder) {
      for (int deletes = 0; Files.exists(folder) && deletes < DELETES_MAX; deletes++) {
        deleteOnce(folder);
      }
    }

    private static void deleteOnce(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      } catch (IOException | UncheckedIOException e) {
        // The other process deleted a file meanwhile. The next round sees what is left.
      }
    }
  }
}
