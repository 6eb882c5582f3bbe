package pagemark.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// Reads all that a process prints, so that the process never blocks, and keeps the last 40 lines.
final class OutputTail {
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
