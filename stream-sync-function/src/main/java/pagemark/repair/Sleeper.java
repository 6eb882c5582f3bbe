package pagemark.repair;

import java.time.Duration;

/// Waits. Tests replace it by one that does not sleep.
public interface Sleeper {
  /// Makes the current thread sleep. If the thread is interrupted, its interrupt flag stays set.
  Sleeper THREAD =
      duration -> {
        try {
          Thread.sleep(duration);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted while waiting", e);
        }
      };

  /// @throws IllegalStateException if the wait was interrupted
  void sleep(Duration duration);
}
