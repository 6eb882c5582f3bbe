package pagemark.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// What was opened, to be closed in the reverse order, once.
final class Opened implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Consumer<String> log;

  Opened(Consumer<String> log) {
    this.log = log;
  }

  synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /// A part that fails to close does not keep the others open.
  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        log.accept("While stopping: " + e);
      }
    }
  }
}
