package pagemark.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// The opened parts of a stack. Closes them once, in the reverse order.
final class OpenParts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Consumer<String> log;

  OpenParts(Consumer<String> log) {
    this.log = log;
  }

  synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /// Closes the parts. If one fails to close, the others are closed all the same.
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
