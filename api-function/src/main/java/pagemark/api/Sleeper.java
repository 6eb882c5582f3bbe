package pagemark.api;

import java.time.Duration;

/// Lets time pass.
interface Sleeper {
  /// Of this thread, which stays interrupted where it is cut short.
  Sleeper THREAD =
      duration -> {
        try {
          Thread.sleep(duration);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted while waiting", e);
        }
      };

  /// @throws IllegalStateException where the wait was cut short
  void sleep(Duration duration);
}
