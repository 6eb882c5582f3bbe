package pagemark.pages.table;

import java.time.Duration;

/// Waits for a while. Tests replace it, so that they need not wait.
public interface Sleeper {
  /// Lets the current thread sleep. If it is interrupted, it stays marked as interrupted.
  Sleeper THREAD =
      duration -> {
        try {
          Thread.sleep(duration);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted while waiting", e);
        }
      };

  /// @throws IllegalStateException if the thread was interrupted
  void sleep(Duration duration);
}
