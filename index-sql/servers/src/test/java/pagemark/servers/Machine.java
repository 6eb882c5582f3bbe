package pagemark.servers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What a server leaves on the machine: processes and folders.
final class Machine {
  private static final Duration WAIT_MAX = Duration.ofSeconds(20);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(4);
  private static final int POLL_MILLIS = 20;

  private Machine() {}

  /// The server and the processes that it started.
  static List<Long> pids(ProcessHandle server) {
    return Stream.concat(Stream.of(server), server.descendants()).map(ProcessHandle::pid).toList();
  }

  /// Closes a server while somebody is connected, and closes it once more.
  ///
  /// @param data its data folder
  static void assertCloseLeavesNothing(
      AutoCloseable server, ProcessHandle process, String url, Path data) throws Exception {
    List<Long> pids = pids(process);
    try (Connection connection = Sql.connect(url)) {
      assertTrue(connection.isValid(1));
      long start = System.nanoTime();
      server.close();
      assertTrue(System.nanoTime() - start < CLOSE_MAX.toNanos(), "close was slow");
    }
    assertFalse(Files.exists(data.getParent()));
    awaitNothingLeft(pids, data);
    server.close();
  }

  /// A bounded wait: a process that is gone may still be waiting for its parent to see it.
  static void awaitNothingLeft(List<Long> pids, Path folder) throws InterruptedException {
    long start = System.nanoTime();
    while (isAnythingLeft(pids, folder) && System.nanoTime() - start < WAIT_MAX.toNanos()) {
      Thread.sleep(POLL_MILLIS);
    }
    assertTrue(pids.stream().noneMatch(Machine::isRunning), pids + " still run");
    assertTrue(isEmpty(folder), folder + " is not empty");
  }

  static boolean isRunning(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", "" + pid, "stat"));
      return !stat.matches("(?s)\\d+ \\(.*\\) Z .*");
    } catch (IOException e) {
      return ProcessHandle.of(pid).isPresent();
    }
  }

  /// Gone counts as empty.
  static boolean isEmpty(Path folder) {
    if (!Files.exists(folder)) {
      return true;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findFirst().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAnythingLeft(List<Long> pids, Path folder) {
    return pids.stream().anyMatch(Machine::isRunning) || !isEmpty(folder);
  }
}
